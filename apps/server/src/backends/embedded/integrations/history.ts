import type { Integrations } from '@mqdeck/integrations'
import { type Clock, type CounterHistory, createCounterHistory } from '@mqdeck/kit'
import type { RuleEngine } from '@mqdeck/rules'
import type { View } from '../../../broker-config/configuration.ts'

interface Options {
  readonly configuration: Pick<View, 'get'>
  readonly ruleEngine: Pick<RuleEngine, 'metrics'>
  readonly integrations: Pick<Integrations, 'metrics'>
  readonly clock: Clock
}

const ruleCounters = [
  'matched',
  'passed',
  'failed.exception',
  'failed.no_result',
  'actions.success',
  'actions.failed',
  'actions.discarded',
] as const
const actionCounters = [
  'matched',
  'success',
  'failed',
  'dropped',
  'dropped.expired',
  'dropped.other',
  'dropped.queue_full',
  'dropped.resource_not_found',
  'dropped.resource_stopped',
  'queuing',
  'inflight',
] as const
const sourceCounters = ['received'] as const

/** Counters of rules, actions and sources over the last hour, for charts. They are lost with a restart. */
export interface IntegrationHistory {
  readonly rules: CounterHistory<(typeof ruleCounters)[number]>
  readonly actions: CounterHistory<(typeof actionCounters)[number]>
  readonly sources: CounterHistory<(typeof sourceCounters)[number]>
  readonly start: () => void
  readonly stop: () => void
}

/** Milliseconds between two samples. */
export const historyInterval = 10_000
/** Samples of one hour. */
const length = 360
/** Maximum number of objects of each kind. 500 actions need 17 MB. */
const maxObjects = 500

export function createIntegrationHistory({
  configuration,
  ruleEngine,
  integrations,
  clock,
}: Options): IntegrationHistory {
  const rules = createCounterHistory({ counters: ruleCounters, length, maxObjects })
  const actions = createCounterHistory({ counters: actionCounters, length, maxObjects })
  const sources = createCounterHistory({ counters: sourceCounters, length, maxObjects })
  let end = () => {}

  function sample(): void {
    const at = clock.now()
    addAll(rules, Object.keys(configuration.get('rule_engine').rules), at, ruleEngine.metrics)
    addAll(actions, idsOf(configuration.get('actions')), at, (id) => integrations.metrics('action', id))
    addAll(sources, idsOf(configuration.get('sources')), at, (id) => integrations.metrics('source', id))
  }

  return {
    rules,
    actions,
    sources,
    start() {
      sample()
      end = clock.every(historyInterval, sample)
    },
    stop: () => end(),
  }
}

function addAll<Counter extends string>(
  history: CounterHistory<Counter>,
  ids: readonly string[],
  at: number,
  metricsOf: (id: string) => Readonly<Record<Counter, number>> | undefined,
): void {
  history.retain(new Set(ids))
  for (const id of ids.slice(0, maxObjects)) {
    const metrics = metricsOf(id)
    if (metrics) history.add(id, at, metrics)
  }
}

const idsOf = (root: Readonly<Record<string, object | undefined>>): readonly string[] =>
  Object.entries(root).flatMap(([type, named]) => Object.keys(named ?? {}).map((name) => `${type}:${name}`))
