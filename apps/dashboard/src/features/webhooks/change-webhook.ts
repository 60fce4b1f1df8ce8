import {
  type Call,
  changeIntegration,
  createAction,
  createConnector,
  createRule,
  deleteAction,
  deleteConnector,
  deleteRule,
  getAction,
  getConnector,
  getRule,
  updateAction,
  updateConnector,
  updateRule,
} from '@mqdeck/contract'
import { orIfMissing } from '../../data/index.ts'
import { oneByOne, type Step } from '../../integration/index.ts'
import { asTheyAre, type Wanted } from './settings.ts'
import { type PartKind, type Parts, partId, partKinds, partName } from './webhook.ts'

/** The parts as the broker has them now. */
export async function readParts(call: Call, name: string, signal?: AbortSignal): Promise<Parts> {
  const params = { id: partId(name) }
  const given = signal ? { signal } : {}
  const [connector, action, rule] = await Promise.all([
    orIfMissing(call(getConnector, { params, ...given }), undefined),
    orIfMissing(call(getAction, { params, ...given }), undefined),
    orIfMissing(call(getRule, { params: { id: partName(name) }, ...given }), undefined),
  ])
  return { connector, action, rule }
}

/** Makes what is missing and changes the rest, or does nothing at all. */
export async function saveWebhook(call: Call, name: string, wanted: Partial<Wanted>, before: Parts): Promise<void> {
  const sides = { create: ofThose(wanted, (kind) => !before[kind]), update: ofThose(wanted, (kind) => before[kind]) }
  const done = await orIfMissing(call(changeIntegration, { body: sides }), undefined)
  if (done === undefined) await oneByOne(saveSteps(call, name, wanted, asTheyAre(name, before)))
}

/** Turns all of it on or off, or nothing. */
export async function switchWebhook(call: Call, name: string, enable: boolean): Promise<void> {
  // The newest of each: what is sent replaces the whole.
  const before = await readParts(call, name)
  const { connector, action, rule } = asTheyAre(name, before)
  const wanted = {
    ...(connector && { connector: { ...connector, enable } }),
    ...(action && { action: { ...action, enable } }),
    ...(rule && { rule: { ...rule, enable } }),
  }
  await saveWebhook(call, name, wanted, before)
}

/** Deletes all that belongs to it, or nothing. */
export async function deleteWebhook(call: Call, name: string): Promise<void> {
  const before = await readParts(call, name)
  const ids = (kind: PartKind) => (before[kind] ? [kind === 'rule' ? partName(name) : partId(name)] : [])
  const gone = { rules: ids('rule'), actions: ids('action'), connectors: ids('connector') }
  const done = await orIfMissing(call(changeIntegration, { body: { delete: gone } }), undefined)
  if (done === undefined) await oneByOne(deleteSteps(call, name, asTheyAre(name, before)))
}

function ofThose(wanted: Partial<Wanted>, fits: (kind: PartKind) => unknown) {
  const { connector, action, rule } = wanted
  return {
    connectors: connector && fits('connector') ? [connector] : [],
    actions: action && fits('action') ? [action] : [],
    rules: rule && fits('rule') ? [rule] : [],
  }
}

const words = {
  connector: { en: 'connector', zh: '连接器' },
  action: { en: 'action', zh: '动作' },
  rule: { en: 'rule', zh: '规则' },
} as const

const nameOf = (kind: PartKind, name: string): Step['name'] => ({
  en: `${words[kind].en} ${partName(name)}`,
  zh: `${words[kind].zh} ${partName(name)}`,
})

/** What the connector is for comes after it. */
function saveSteps(call: Call, name: string, wanted: Partial<Wanted>, before: Partial<Wanted>): readonly Step[] {
  const calls = callsOf(call, name)
  return partKinds.flatMap((kind): readonly Step[] => {
    if (!wanted[kind]) return []
    return [
      {
        name: nameOf(kind, name),
        make: () => (before[kind] ? calls[kind].update(wanted) : calls[kind].create(wanted)),
        undo: () => (before[kind] ? calls[kind].update(before) : calls[kind].remove()),
      },
    ]
  })
}

function deleteSteps(call: Call, name: string, before: Partial<Wanted>): readonly Step[] {
  const calls = callsOf(call, name)
  return partKinds.toReversed().flatMap((kind): readonly Step[] => {
    if (!before[kind]) return []
    return [
      {
        name: nameOf(kind, name),
        // Somebody else was faster.
        make: () => orIfMissing(calls[kind].remove(), undefined),
        undo: () => calls[kind].create(before),
      },
    ]
  })
}

interface PartCalls {
  readonly create: (parts: Partial<Wanted>) => Promise<unknown>
  readonly update: (parts: Partial<Wanted>) => Promise<unknown>
  readonly remove: () => Promise<unknown>
}

function callsOf(call: Call, name: string): Readonly<Record<PartKind, PartCalls>> {
  const params = { id: partId(name) }
  return {
    connector: {
      create: async ({ connector }) => connector && call(createConnector, { body: connector }),
      async update({ connector }) {
        if (!connector) return
        const { type: _, name: __, ...body } = connector
        await call(updateConnector, { params, body })
      },
      remove: () => call(deleteConnector, { params }),
    },
    action: {
      create: async ({ action }) => action && call(createAction, { body: action }),
      async update({ action }) {
        if (!action) return
        const { type: _, name: __, ...body } = action
        await call(updateAction, { params, body })
      },
      remove: () => call(deleteAction, { params }),
    },
    rule: {
      create: async ({ rule }) => rule && call(createRule, { body: rule }),
      async update({ rule }) {
        if (!rule) return
        const { id, ...body } = rule
        await call(updateRule, { params: { id }, body })
      },
      remove: () => call(deleteRule, { params: { id: partName(name) } }),
    },
  }
}
