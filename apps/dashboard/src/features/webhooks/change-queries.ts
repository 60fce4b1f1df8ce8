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
import { orIfMissing } from '../../api/index.ts'
import { runOrRollBack, type Step } from '../integrations/index.ts'
import { type PartKind, type Parts, partId, partKinds, partName } from './webhook.ts'
import { currentParts, type PartBodies } from './webhook-settings.ts'

/** Reads the current parts. */
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

/** Creates missing parts and updates the others. If one fails, nothing is changed. */
export async function saveWebhook(call: Call, name: string, bodies: Partial<PartBodies>, before: Parts): Promise<void> {
  const change = {
    create: partsWhere(bodies, (kind) => !before[kind]),
    update: partsWhere(bodies, (kind) => before[kind]),
  }
  const done = await orIfMissing(call(changeIntegration, { body: change }), undefined)
  if (done === undefined) await runOrRollBack(saveSteps(call, name, bodies, currentParts(name, before)))
}

/** Enables or disables all parts. If one fails, nothing is changed. */
export async function switchWebhook(call: Call, name: string, enable: boolean): Promise<void> {
  // A PUT replaces the whole object, so the latest versions are read first.
  const before = await readParts(call, name)
  const { connector, action, rule } = currentParts(name, before)
  const bodies = {
    ...(connector && { connector: { ...connector, enable } }),
    ...(action && { action: { ...action, enable } }),
    ...(rule && { rule: { ...rule, enable } }),
  }
  await saveWebhook(call, name, bodies, before)
}

/** Deletes all parts. If one fails, nothing is deleted. */
export async function deleteWebhook(call: Call, name: string): Promise<void> {
  const before = await readParts(call, name)
  const ids = (kind: PartKind) => (before[kind] ? [kind === 'rule' ? partName(name) : partId(name)] : [])
  const gone = { rules: ids('rule'), actions: ids('action'), connectors: ids('connector') }
  const done = await orIfMissing(call(changeIntegration, { body: { delete: gone } }), undefined)
  if (done === undefined) await runOrRollBack(deleteSteps(call, name, currentParts(name, before)))
}

function partsWhere(bodies: Partial<PartBodies>, isMatch: (kind: PartKind) => unknown) {
  const { connector, action, rule } = bodies
  return {
    connectors: connector && isMatch('connector') ? [connector] : [],
    actions: action && isMatch('action') ? [action] : [],
    rules: rule && isMatch('rule') ? [rule] : [],
  }
}

const kindNames = {
  connector: { en: 'connector', zh: '连接器' },
  action: { en: 'action', zh: '动作' },
  rule: { en: 'rule', zh: '规则' },
} as const

const nameOf = (kind: PartKind, name: string): Step['name'] => ({
  en: `${kindNames[kind].en} ${partName(name)}`,
  zh: `${kindNames[kind].zh} ${partName(name)}`,
})

/** The connector first, because the action needs it. */
function saveSteps(
  call: Call,
  name: string,
  bodies: Partial<PartBodies>,
  before: Partial<PartBodies>,
): readonly Step[] {
  const calls = callsOf(call, name)
  return partKinds.flatMap((kind): readonly Step[] => {
    if (!bodies[kind]) return []
    return [
      {
        name: nameOf(kind, name),
        make: () => (before[kind] ? calls[kind].update(bodies) : calls[kind].create(bodies)),
        undo: () => (before[kind] ? calls[kind].update(before) : calls[kind].remove()),
      },
    ]
  })
}

function deleteSteps(call: Call, name: string, before: Partial<PartBodies>): readonly Step[] {
  const calls = callsOf(call, name)
  return partKinds.toReversed().flatMap((kind): readonly Step[] => {
    if (!before[kind]) return []
    return [
      {
        name: nameOf(kind, name),
        // Another user may have deleted it already.
        make: () => orIfMissing(calls[kind].remove(), undefined),
        undo: () => calls[kind].create(before),
      },
    ]
  })
}

interface PartCalls {
  readonly create: (parts: Partial<PartBodies>) => Promise<unknown>
  readonly update: (parts: Partial<PartBodies>) => Promise<unknown>
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
