import { type IntegrationFailure, ok, type RuleSummary } from '@mqdeck/contract'
import type { CounterHistory, Failure } from '@mqdeck/kit'
import type { HandlersOf } from '../management.ts'
import { ruleNotFound } from '../rules/draft.ts'
import { toJqPaused } from '../rules/handlers.ts'
import { notFound, parseId } from './draft.ts'
import { historyInterval } from './history.ts'
import type { IntegrationContext } from './service.ts'

/** Time span in milliseconds from which the health of rules is calculated. */
const recent = 5 * 60_000

/** Errors and history of rules, actions and sources, which EMQX does not report. */
export function integrationHealthHandlers({
  configuration,
  integrations,
  integrationHistory: history,
  ruleEngine,
  jqPauses,
  clock,
}: IntegrationContext): HandlersOf<'integrationHealth'> {
  const requireChannel = (part: 'action' | 'source', id: string) => {
    if (!integrations.state(part, id)) throw notFound(part, parseId(part, id))
  }

  return {
    listRuleSummaries() {
      const at = clock.now()
      const rules = Object.entries(configuration.get('rule_engine').rules)
      return ok(
        rules.flatMap(([id, { enable }]): RuleSummary[] => {
          const metrics = ruleEngine.metrics(id)
          if (!metrics) return []
          const earlier = history.rules.since(id, at - recent)
          const [last] = ruleEngine.failures(id) ?? []
          return [
            {
              id,
              enable,
              at,
              metrics,
              ...(earlier && { earlier }),
              ...toJqPaused(jqPauses, id),
              ...(last && { last_failure: toFailure({ ...last, sample: undefined }) }),
            },
          ]
        }),
      )
    },
    listRuleFailures({ params: { id } }) {
      const failures = ruleEngine.failures(id)
      if (!failures) throw ruleNotFound()
      return ok(failures.map(toFailure))
    },
    listActionFailures({ params: { id } }) {
      requireChannel('action', id)
      return ok((integrations.failures(id) ?? []).map(toFailure))
    },
    getRuleHistory({ params: { id } }) {
      if (!ruleEngine.metrics(id)) throw ruleNotFound()
      return ok(toHistory(history.rules, id))
    },
    getActionHistory({ params: { id } }) {
      requireChannel('action', id)
      return ok(toHistory(history.actions, id))
    },
    getSourceHistory({ params: { id } }) {
      requireChannel('source', id)
      return ok(toHistory(history.sources, id))
    },
    listConnectionStates: () =>
      ok(
        Object.entries(configuration.get('connectors'))
          .flatMap(([type, named]) => Object.keys(named ?? {}).map((name) => `${type}:${name}`))
          .flatMap((id) => {
            const state = integrations.state('connector', id)
            const next = integrations.nextAttempt(id)
            if (!state) return []
            const { status, since } = state
            return [{ id, status, since, ...(next !== undefined && { next_attempt_at: next }) }]
          }),
      ),
  }
}

const toFailure = ({ target, reason, count, firstAt, lastAt, sample }: Failure): IntegrationFailure => ({
  ...(target !== undefined && { target }),
  reason,
  count,
  first_at: firstAt,
  last_at: lastAt,
  ...(sample !== undefined && { sample }),
})

const toHistory = (history: CounterHistory<string>, id: string) => ({ interval: historyInterval, ...history.read(id) })
