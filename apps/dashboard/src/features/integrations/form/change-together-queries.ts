import {
  type Call,
  changeIntegration,
  createAction,
  createConnector,
  createRule,
  createSource,
  deleteAction,
  deleteConnector,
  deleteRule,
  deleteSource,
  getAction,
  getConnector,
  getRule,
  getSource,
  type IntegrationChange,
  type NewAction,
  type NewConnector,
  updateAction,
  updateConnector,
  updateRule,
  updateSource,
} from '@mqdeck/contract'
import { orIfMissing } from '../../../api/index.ts'
import { idOf, partsOf } from '../kinds.ts'
import { ruleSettingsOf } from './rule-settings.ts'
import { runOrRollBack, type Step } from './run-or-roll-back.ts'
import { settingsOf } from './wire-form.ts'

type RuleCreation = NonNullable<NonNullable<IntegrationChange['create']>['rules']>[number]

/** Bodies and IDs as JSON has them. */
interface Change extends Omit<IntegrationChange, 'delete'> {
  readonly delete?: Readonly<Partial<Record<'connectors' | 'actions' | 'sources' | 'rules', string[]>>>
}

/**
 * Creates, updates and deletes connectors, actions, sources and rules, or changes nothing. This broker has an endpoint
 * for that. For other brokers, earlier changes are rolled back after an error.
 */
export async function changeTogether(call: Call, change: Change): Promise<void> {
  const done = await orIfMissing(call(changeIntegration, { body: change }), undefined)
  if (done === undefined) await runOrRollBack(stepsOf(call, change))
}

/** Creates objects before the objects that need them, and deletes them after those. */
function stepsOf(call: Call, { create = {}, update = {}, delete: gone = {} }: Change): readonly Step[] {
  const { connectors, actions, sources, rules } = callsOf(call)
  return [
    ...making(connectors, create.connectors),
    ...updating(connectors, update.connectors),
    ...making(actions, create.actions),
    ...updating(actions, update.actions),
    ...making(sources, create.sources),
    ...updating(sources, update.sources),
    ...making(rules, create.rules),
    ...updating(rules, update.rules),
    ...deleting(rules, gone.rules),
    ...deleting(actions, gone.actions),
    ...deleting(sources, gone.sources),
    ...deleting(connectors, gone.connectors),
  ]
}

/** The requests of one kind of object. */
interface Calls<Body> {
  readonly kind: Step['name']
  readonly idOf: (body: Body) => string
  /** @returns the ID */
  readonly create: (body: Body) => Promise<string>
  readonly update: (id: string, body: Body) => Promise<unknown>
  readonly remove: (id: string) => Promise<unknown>
  /** The object as the body that creates it. */
  readonly read: (id: string) => Promise<Body>
}

function making<Body>(calls: Calls<Body>, bodies: readonly Body[] = []): readonly Step[] {
  return bodies.map((body) => {
    let id = calls.idOf(body)
    return {
      name: named(calls.kind, id),
      make: async () => {
        id = await calls.create(body)
      },
      undo: () => calls.remove(id),
    }
  })
}

function updating<Body>(calls: Calls<Body>, bodies: readonly Body[] = []): readonly Step[] {
  return bodies.map((body) => {
    const id = calls.idOf(body)
    let before: Body | undefined
    return {
      name: named(calls.kind, id),
      make: async () => {
        before = await calls.read(id)
        await calls.update(id, body)
      },
      undo: async () => before !== undefined && calls.update(id, before),
    }
  })
}

function deleting<Body>(calls: Calls<Body>, ids: readonly string[] = []): readonly Step[] {
  return ids.map((id) => {
    let before: Body | undefined
    return {
      name: named(calls.kind, id),
      make: async () => {
        // Another user may have deleted it already.
        before = await orIfMissing(calls.read(id), undefined)
        await orIfMissing(calls.remove(id), undefined)
      },
      undo: async () => before !== undefined && calls.create(before),
    }
  })
}

const named = (kind: Step['name'], id: string): Step['name'] => {
  const { name } = partsOf(id)
  return { en: `${kind.en} ${name}`, zh: `${kind.zh} ${name}` }
}

function callsOf(call: Call) {
  const connectors: Calls<NewConnector> = {
    kind: { en: 'connector', zh: '连接器' },
    idOf,
    create: async (body) => {
      await call(createConnector, { body })
      return idOf(body)
    },
    update: (id, { type: _, name: __, ...body }) => call(updateConnector, { params: { id }, body }),
    remove: (id) => call(deleteConnector, { params: { id } }),
    read: async (id) => ({ ...settingsOf(await call(getConnector, { params: { id } }), undefined), ...partsOf(id) }),
  }
  const actions: Calls<NewAction> = {
    kind: { en: 'action', zh: '动作' },
    idOf,
    create: async (body) => {
      await call(createAction, { body })
      return idOf(body)
    },
    update: (id, { type: _, name: __, ...body }) => call(updateAction, { params: { id }, body }),
    remove: (id) => call(deleteAction, { params: { id } }),
    read: async (id) => channelOf(id, await call(getAction, { params: { id } })),
  }
  const sources: Calls<NewAction> = {
    kind: { en: 'source', zh: 'Source' },
    idOf,
    create: async (body) => {
      await call(createSource, { body })
      return idOf(body)
    },
    update: (id, { type: _, name: __, ...body }) => call(updateSource, { params: { id }, body }),
    remove: (id) => call(deleteSource, { params: { id } }),
    read: async (id) => channelOf(id, await call(getSource, { params: { id } })),
  }
  const rules: Calls<RuleCreation> = {
    kind: { en: 'rule', zh: '规则' },
    idOf: ({ id, name }) => id ?? name ?? '',
    create: async (body) => (await call(createRule, { body })).id,
    update: (id, { id: _, ...body }) => call(updateRule, { params: { id }, body }),
    remove: (id) => call(deleteRule, { params: { id } }),
    read: async (id) => ({ ...ruleSettingsOf(await call(getRule, { params: { id } })), id }),
  }
  return { connectors, actions, sources, rules }
}

const channelOf = (id: string, answer: { readonly connector: string }): NewAction => ({
  ...settingsOf(answer, undefined),
  ...partsOf(id),
  connector: answer.connector,
})
