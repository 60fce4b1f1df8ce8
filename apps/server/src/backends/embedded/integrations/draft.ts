import { AppError } from '@mqdeck/contract'
import { type IntegrationKind, isName } from '@mqdeck/integrations/catalog'
import type { View } from '../../../broker-config/configuration.ts'
import type { RootWire } from '../../../broker-config/roots.ts'
import { usesAction, usesSource } from '../rules/rule-use.ts'

/** New values of the roots that belong together. */
export interface IntegrationDraft {
  readonly connectors: RootWire<'connectors'>
  readonly actions: RootWire<'actions'>
  readonly sources: RootWire<'sources'>
  readonly rule_engine: RootWire<'rule_engine'>
}

export const rootOf = { connector: 'connectors', action: 'actions', source: 'sources' } as const

export const draftOf = (view: View): IntegrationDraft => ({
  connectors: view.get('connectors'),
  actions: view.get('actions'),
  sources: view.get('sources'),
  rule_engine: view.get('rule_engine'),
})

export type Settings = Readonly<Record<string, unknown>>

/** Undefined if it is not configured. */
export function settingsOf(
  from: Pick<View, 'get'>,
  part: IntegrationKind,
  { type, name }: ResourceId,
): Settings | undefined {
  return ownOf(ownOf(from.get(rootOf[part]), type), name)
}

const ownOf = <T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  map && Object.hasOwn(map, key) ? map[key] : undefined

const inDraft = (draft: IntegrationDraft, part: IntegrationKind, { type, name }: ResourceId) =>
  ownOf(ownOf(draft[rootOf[part]], type), name)

function put(
  draft: IntegrationDraft,
  part: IntegrationKind,
  { type, name }: ResourceId,
  settings: Settings,
): IntegrationDraft {
  const root = rootOf[part]
  return { ...draft, [root]: { ...draft[root], [type]: { ...ownOf(draft[root], type), [name]: settings } } }
}

const stamped = (part: IntegrationKind, settings: Settings, createdAt: unknown, now: number): Settings =>
  part === 'connector' ? settings : { ...settings, created_at: createdAt, last_modified_at: now }

/** @throws {AppError} ALREADY_EXISTS with EMQX's message */
export function created(
  draft: IntegrationDraft,
  part: IntegrationKind,
  id: ResourceId,
  settings: Settings,
  now: number,
): IntegrationDraft {
  if (inDraft(draft, part, id))
    throw new AppError('ALREADY_EXISTS', `${part === 'connector' ? 'connector' : 'bridge'} already exists`, {
      status: 400,
    })
  return put(draft, part, id, stamped(part, settings, now, now))
}

/** @throws {AppError} NOT_FOUND */
export function updated(
  draft: IntegrationDraft,
  part: IntegrationKind,
  id: ResourceId,
  settings: Settings,
  now: number,
): IntegrationDraft {
  const before = inDraft(draft, part, id)
  if (!before) throw notFound(part, id)
  return put(draft, part, id, stamped(part, settings, before.created_at ?? now, now))
}

/** @throws {AppError} NOT_FOUND */
export function switched(draft: IntegrationDraft, part: IntegrationKind, id: ResourceId, enable: boolean, now: number) {
  const before = inDraft(draft, part, id)
  if (!before) throw notFound(part, id)
  return before.enable === enable ? draft : updated(draft, part, id, { ...before, enable }, now)
}

/** An action or source that rules use. */
export class StillUsedError extends AppError {
  readonly rules: readonly string[]
  constructor(part: IntegrationKind, rules: readonly string[]) {
    super('BAD_REQUEST', `Cannot delete ${part} while active rules are depending on it`)
    this.rules = rules
  }
}

/**
 * @param fromRules also removes an action from the rules that use it; the SQL of rules is not changed
 * @throws {AppError} NOT_FOUND, BAD_REQUEST while other objects depend on it
 */
export function deleted(
  draft: IntegrationDraft,
  part: IntegrationKind,
  id: ResourceId,
  fromRules = false,
): IntegrationDraft {
  if (!inDraft(draft, part, id)) throw notFound(part, id)
  if (part === 'connector') return without(refuseWhileUsed(draft, id), part, id)
  const rules = rulesUsing(draft.rule_engine.rules, part, toId(id))
  if (rules.length > 0 && !(fromRules && part === 'action')) throw new StillUsedError(part, rules)
  return without(withoutAction(draft, toId(id)), part, id)
}

function without(draft: IntegrationDraft, part: IntegrationKind, { type, name }: ResourceId): IntegrationDraft {
  const root = rootOf[part]
  const { [name]: _, ...left } = ownOf(draft[root], type) ?? {}
  return { ...draft, [root]: { ...draft[root], [type]: left } }
}

function refuseWhileUsed(draft: IntegrationDraft, { type, name }: ResourceId): IntegrationDraft {
  const users = (['action', 'source'] as const).flatMap((part) =>
    Object.entries(ownOf(draft[rootOf[part]], type) ?? {})
      .filter(([, { connector }]) => connector === name)
      .map(([user]) => `${part}:${type}:${user}`),
  )
  if (users.length === 0) return draft
  throw new AppError(
    'BAD_REQUEST',
    `Cannot delete connector while there are active channels defined for this connector: ${users.join(', ')}`,
  )
}

function withoutAction(draft: IntegrationDraft, id: string): IntegrationDraft {
  const rules = Object.fromEntries(
    Object.entries(draft.rule_engine.rules).map(([key, rule]) => [
      key,
      usesAction(rule, id) ? { ...rule, actions: rule.actions.filter((action) => action !== id) } : rule,
    ]),
  )
  return { ...draft, rule_engine: { ...draft.rule_engine, rules } }
}

/** IDs of the rules that use an action or select from a source. */
export const rulesUsing = (
  rules: RootWire<'rule_engine'>['rules'],
  part: IntegrationKind,
  id: string,
): readonly string[] =>
  Object.entries(rules)
    .filter(([, rule]) => (part === 'source' ? usesSource(rule, id) : usesAction(rule, id)))
    .map(([key]) => key)

/** Type and name of a connector, action or source. */
export interface ResourceId {
  readonly type: string
  readonly name: string
}

export const toId = ({ type, name }: ResourceId): string => `${type}:${name}`

/** @throws {AppError} NOT_FOUND with EMQX's message */
export function parseId(part: IntegrationKind, id: string): ResourceId {
  const [type = '', name = '', ...rest] = id.split(':')
  if (type !== '' && isName(name) && rest.length === 0) return { type, name }
  const what = part === 'connector' ? 'connector' : 'bridge'
  throw new AppError('NOT_FOUND', `Invalid ${what} ID, should be of pattern {type}:{name}, but got: ${id}`)
}

/** EMQX calls actions and sources bridges here. */
export function notFound(part: IntegrationKind, { type, name }: ResourceId): AppError {
  const what = part === 'connector' ? 'connector' : 'bridge'
  const lookup = part === 'connector' ? 'Connector' : 'Bridge'
  return new AppError('NOT_FOUND', `${lookup} lookup failed: ${what} named '${name}' of type ${type} does not exist.`)
}
