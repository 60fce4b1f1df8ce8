import { type Call, getAction, getConnector, getRule } from '@mqdeck/contract'
import { orIfMissing } from '../../api/index.ts'
import { changeTogether } from '../integrations/index.ts'
import { type PartKind, type Parts, partId, partName } from './webhook.ts'
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
export const saveWebhook = (call: Call, bodies: Partial<PartBodies>, before: Parts): Promise<void> =>
  changeTogether(call, {
    create: partsWhere(bodies, (kind) => !before[kind]),
    update: partsWhere(bodies, (kind) => before[kind]),
  })

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
  await saveWebhook(call, bodies, before)
}

/** Deletes all parts. If one fails, nothing is deleted. */
export async function deleteWebhook(call: Call, name: string): Promise<void> {
  const before = await readParts(call, name)
  const ids = (kind: PartKind) => (before[kind] ? [kind === 'rule' ? partName(name) : partId(name)] : [])
  await changeTogether(call, {
    delete: { rules: ids('rule'), actions: ids('action'), connectors: ids('connector') },
  })
}

function partsWhere(bodies: Partial<PartBodies>, isMatch: (kind: PartKind) => unknown) {
  const { connector, action, rule } = bodies
  return {
    connectors: connector && isMatch('connector') ? [connector] : [],
    actions: action && isMatch('action') ? [action] : [],
    rules: rule && isMatch('rule') ? [rule] : [],
  }
}
