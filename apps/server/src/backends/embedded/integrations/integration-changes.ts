import { type Action, AppError, type IntegrationChanged, ok, type Source } from '@mqdeck/contract'
import type { IntegrationKind } from '@mqdeck/integrations/catalog'
import { created, deleted, draftOf, type IntegrationDraft, rootOf, updated } from './draft.ts'
import { parseId, type ResourceId } from './resource-id.ts'
import { newRuleId, ruleCreated, ruleDeleted, ruleUpdated } from '../rules/draft.ts'
import type { Services } from '../services.ts'
import { authorOf } from '../configs/handlers.ts'
import type { HandlersOf } from '../handlers-of.ts'
import { integrationMembers } from './members.ts'
import { toRule } from '../rules/handlers.ts'

type Step = (draft: IntegrationDraft) => IntegrationDraft

/** Changes several objects that belong together in one change of the configuration. */
export function integrationChangeHandlers(services: Services): HandlersOf<'integrationChanges'> {
  const { configuration, clock } = services
  const members = {
    connector: integrationMembers('connector', services),
    action: integrationMembers('action', services),
    source: integrationMembers('source', services),
  }

  return {
    async changeIntegration({ body: { create = {}, update = {}, delete: gone = {} } }, call) {
      const now = clock.now()
      const touched: Record<IntegrationKind, ResourceId[]> = { connector: [], action: [], source: [] }
      const rules: string[] = []

      const createSteps = partsOf(create).map(([part, one]): Step => {
        const { id, settings } = members[part].read(one)
        touched[part].push(id)
        return (draft) => created(draft, part, id, settings, now)
      })
      const updateSteps = partsOf(update).map(([part, one]): Step => {
        const id = parseId(part, `${one.type}:${one.name}`)
        const settings = members[part].readUpdate(id, one)
        touched[part].push(id)
        return (draft) => updated(draft, part, id, settings, now)
      })
      const ruleSteps: Step[] = [
        ...(create.rules ?? []).map((rule): Step => {
          const id = rule.id ?? newRuleId()
          rules.push(id)
          return (draft) => ruleCreated(draft, id, rule, now)
        }),
        ...(update.rules ?? []).map((rule): Step => {
          const { id } = rule
          if (id === undefined) throw new AppError('BAD_REQUEST', 'The ID of the rule to change is missing')
          rules.push(id)
          return (draft) => ruleUpdated(draft, id, rule, now)
        }),
      ]
      // Objects that depend on others are deleted first.
      const deleteSteps: Step[] = [
        ...(gone.rules ?? []).map(
          (id): Step =>
            (draft) =>
              ruleDeleted(draft, id),
        ),
        ...(['action', 'source', 'connector'] as const).flatMap((part) =>
          (gone[rootOf[part]] ?? []).map((text): Step => {
            const id = parseId(part, text)
            return (draft) => deleted(draft, part, id)
          }),
        ),
      ]

      const steps = [...createSteps, ...updateSteps, ...ruleSteps, ...deleteSteps]
      await configuration.change(
        (view) => ({ ...steps.reduce((draft, step) => step(draft), draftOf(view)) }),
        authorOf(call, 'POST /mqdeck/integration_changes'),
      )
      const stored = configuration.get('rule_engine').rules
      const changed: IntegrationChanged = {
        connectors: touched.connector.map((id) => members.connector.toAnswer(id)),
        // The structs of their types have validated them, so each has a connector.
        actions: touched.action.map((id) => members.action.toAnswer(id) as object as Action),
        sources: touched.source.map((id) => members.source.toAnswer(id) as object as Source),
        rules: rules.flatMap((id) => (stored[id] ? [toRule(id, stored[id])] : [])),
      }
      return ok(changed)
    },
  }
}

interface Some {
  readonly connectors?: readonly Named[] | undefined
  readonly actions?: readonly Named[] | undefined
  readonly sources?: readonly Named[] | undefined
}
interface Named {
  readonly type: string
  readonly name: string
}

const partsOf = (some: Some): readonly (readonly [IntegrationKind, Named])[] =>
  (['connector', 'action', 'source'] as const).flatMap((part) =>
    (some[rootOf[part]] ?? []).map((one) => [part, one] as const),
  )
