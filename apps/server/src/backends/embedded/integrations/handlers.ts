import { type Action, AppError, type IntegrationChanged, ok, type Source } from '@mqdeck/contract'
import type { ActionSettings, ConnectorSettings, IntegrationKind } from '@mqdeck/integrations/catalog'
import { fromPlainMap } from '@mqdeck/rules'
import { authorOf, type HandlersOf } from '../management.ts'
import { newRuleId, ruleCreated, ruleDeleted, ruleUpdated } from '../rules/draft.ts'
import { toRule } from '../rules/handlers.ts'
import { created, deleted, draftOf, type IntegrationDraft, parseId, type ResourceId, rootOf, updated } from './draft.ts'
import { integrationMembers, integrationStatistics, orStillUsed, orTestFailed } from './members.ts'
import type { IntegrationContext } from './service.ts'

export function connectorHandlers(context: IntegrationContext): HandlersOf<'connectors'> {
  const members = integrationMembers('connector', context)
  return {
    listConnectors: async () => ok(await members.list()),
    createConnector: async ({ body }, call) => ({ status: 201, body: await members.create(body, call) }),
    getConnector: async ({ params }) => ok(await members.get(params.id)),
    updateConnector: async ({ params, body }, call) => ok(await members.update(params.id, body, call)),
    deleteConnector: ({ params }, call) => members.remove(params.id, false, call),
    enableConnector: ({ params }, call) => members.enable(params.id, params.enable, call),
    startConnector: ({ params }) => members.start(params.id),
    startConnectorOnNode: ({ params }) => members.start(params.id, params.node),
    probeConnector: ({ body }) => members.probe(body),
  }
}

export function actionHandlers(context: IntegrationContext): HandlersOf<'actions'> {
  const members = integrationMembers('action', context)
  const statistics = integrationStatistics('action', context)
  return {
    listActions: async () => ok((await members.list()).map(asAction)),
    listActionSummaries: members.summaries,
    listActionTypes: members.types,
    createAction: async ({ body }, call) => ({ status: 201, body: asAction(await members.create(body, call)) }),
    getAction: async ({ params }) => ok(asAction(await members.get(params.id))),
    updateAction: async ({ params, body }, call) => ok(asAction(await members.update(params.id, body, call))),
    deleteAction: ({ params, query }, call) =>
      orStillUsed(members.remove(params.id, query.also_delete_dep_actions, call)),
    enableAction: ({ params }, call) => members.enable(params.id, params.enable, call),
    startAction: ({ params }) => members.start(params.id),
    startActionOnNode: ({ params }) => members.start(params.id, params.node),
    getActionMetrics: ({ params }) => statistics.read(params.id),
    resetActionMetrics: ({ params }) => statistics.reset(params.id),
    probeAction: ({ body }) => members.probe(body),
  }
}

/** The struct of the type has validated the action, so it has a connector. */
const asAction = (answer: object) => answer as Action

export function sourceHandlers(context: IntegrationContext): HandlersOf<'sources'> {
  const members = integrationMembers('source', context)
  const statistics = integrationStatistics('source', context)
  return {
    listSources: async () => ok((await members.list()).map(asSource)),
    listSourceSummaries: members.summaries,
    listSourceTypes: members.types,
    createSource: async ({ body }, call) => ({ status: 201, body: asSource(await members.create(body, call)) }),
    getSource: async ({ params }) => ok(asSource(await members.get(params.id))),
    updateSource: async ({ params, body }, call) => ok(asSource(await members.update(params.id, body, call))),
    deleteSource: ({ params, query }, call) =>
      orStillUsed(members.remove(params.id, query.also_delete_dep_actions, call)),
    enableSource: ({ params }, call) => members.enable(params.id, params.enable, call),
    startSource: ({ params }) => members.start(params.id),
    startSourceOnNode: ({ params }) => members.start(params.id, params.node),
    getSourceMetrics: ({ params }) => statistics.read(params.id),
    resetSourceMetrics: ({ params }) => statistics.reset(params.id),
    probeSource: ({ body }) => members.probe(body),
  }
}

/** The struct of the type has validated the source, so it has a connector. */
const asSource = (answer: object) => answer as Source

type Step = (draft: IntegrationDraft) => IntegrationDraft

/** Changes several objects that belong together in one change of the configuration. */
export function integrationChangeHandlers(context: IntegrationContext): HandlersOf<'integrationChanges'> {
  const { configuration, clock } = context
  const members = {
    connector: integrationMembers('connector', context),
    action: integrationMembers('action', context),
    source: integrationMembers('source', context),
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
        connectors: await Promise.all(touched.connector.map(members.connector.answer)),
        actions: (await Promise.all(touched.action.map(members.action.answer))).map(asAction),
        sources: (await Promise.all(touched.source.map(members.source.answer))).map(asSource),
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

/** Sends one test request of a webhook, which may not exist yet, and returns the response. */
export function webhookTestHandlers(context: IntegrationContext): HandlersOf<'webhookTests'> {
  const connectors = integrationMembers('connector', context)
  const actions = integrationMembers('action', context)
  return {
    async testWebhook({ body: { connector, action, data } }) {
      const { id, plain: settings } = connectors.readOpen(connector)
      const { id: actionId, plain: parameters } = actions.readOpen(action)
      if (id.type !== 'http' || actionId.type !== 'http')
        throw new AppError('BAD_REQUEST', 'A webhook needs a connector and an action of type http')
      const { request, isCut, ...answer } = await orTestFailed(
        context.integrations.exchange(
          id.type,
          // The structs of their types have validated both.
          settings as ConnectorSettings,
          parameters as ActionSettings,
          fromPlainMap(data),
        ),
      )
      return ok({ ...answer, is_cut: isCut, request: { ...request, body: request.body ?? null } })
    },
  }
}
