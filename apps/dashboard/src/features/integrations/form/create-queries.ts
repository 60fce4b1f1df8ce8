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
  type IntegrationChange,
  type NewAction,
  type NewConnector,
  updateRule,
} from '@mqdeck/contract'
import { defineChange, orIfMissing } from '../../../api/index.ts'
import { type ChannelKind, idOf } from '../kinds.ts'
import { outdated } from '../queries.ts'
import { runOrRollBack, type Step } from './run-or-roll-back.ts'

/** A new action or source, with its new connector if needed. */
export interface ChannelDraft {
  readonly channel: NewAction
  readonly connector?: NewConnector | undefined
}

export const createNewConnector = defineChange<NewConnector, unknown>({
  apply: (call, body) => call(createConnector, { body }),
  invalidates: outdated,
})

/** Creates the channel and its new connector, or neither. */
export const createChannel = {
  action: defineChange<ChannelDraft, unknown>({
    apply: (call, { channel, connector }) =>
      connector
        ? createTogether(call, { connectors: [connector], actions: [channel] })
        : call(createAction, { body: channel }),
    invalidates: outdated,
  }),
  source: defineChange<ChannelDraft, unknown>({
    apply: (call, { channel, connector }) =>
      connector
        ? createTogether(call, { connectors: [connector], sources: [channel] })
        : call(createSource, { body: channel }),
    invalidates: outdated,
  }),
} satisfies Record<ChannelKind, unknown>

/** New connectors, actions, sources and rules. They are created in this order. */
export type NewParts = NonNullable<IntegrationChange['create']>

/**
 * Creates all of them or none. This broker has an endpoint for that. For other brokers, created objects are deleted
 * after an error.
 */
export async function createTogether(call: Call, newParts: NewParts): Promise<void> {
  const done = await orIfMissing(call(changeIntegration, { body: { create: newParts } }), undefined)
  if (done === undefined) await runOrRollBack(stepsOf(call, newParts))
}

/**
 * Creates all of them and updates a rule to use them, or changes nothing.
 * @param update body of the rule with its ID
 */
export async function createForRule(
  call: Call,
  newParts: NewParts,
  update: NonNullable<NewParts['rules']>[number] & { readonly id: string },
): Promise<void> {
  const { id, ...body } = update
  const done = await orIfMissing(
    call(changeIntegration, { body: { create: newParts, update: { rules: [update] } } }),
    undefined,
  )
  if (done !== undefined) return
  const change = { name: same(id), make: () => call(updateRule, { params: { id }, body }), undo: async () => undefined }
  await runOrRollBack([...stepsOf(call, newParts), change])
}

function stepsOf(call: Call, { connectors = [], actions = [], sources = [], rules = [] }: NewParts): readonly Step[] {
  return [
    ...connectors.map((body) => ({
      name: same(body.name),
      make: () => call(createConnector, { body }),
      undo: () => call(deleteConnector, { params: { id: idOf(body) } }),
    })),
    ...actions.map((body) => ({
      name: same(body.name),
      make: () => call(createAction, { body }),
      undo: () => call(deleteAction, { params: { id: idOf(body) } }),
    })),
    ...sources.map((body) => ({
      name: same(body.name),
      make: () => call(createSource, { body }),
      undo: () => call(deleteSource, { params: { id: idOf(body) } }),
    })),
    ...rules.map((body) => {
      let id = body.id
      return {
        name: same(body.name ?? body.id ?? ''),
        make: async () => {
          const made = await call(createRule, { body })
          id = made.id
        },
        undo: async () => id !== undefined && call(deleteRule, { params: { id } }),
      }
    }),
  ]
}

const same = (name: string) => ({ en: name, zh: name })
