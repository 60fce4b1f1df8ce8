import { type AclRule, anyQos, everyone, isForEverything, parseAcl, printWho, type Who } from '@mqdeck/access/acl'
import type { FilterFault } from '../../../../lib/topics/topic-filter.ts'
import { ruleFault } from '../rules/edited-rules.ts'

export const conditionKinds = ['username', 'clientid', 'ipaddr', 'client_attr', 'zone', 'listener'] as const
type ConditionKind = (typeof conditionKinds)[number]

/** One condition in a form. Fields that its kind does not use are empty. */
export interface Condition {
  readonly key: number
  readonly kind: ConditionKind
  /** Name of the client attribute. */
  readonly name: string
  /** `text` is a regular expression. */
  readonly isPattern: boolean
  readonly text: string
  readonly networks: readonly string[]
}

/** A rule of the ACL text in a form. */
export interface EditedAclRule extends Pick<AclRule, 'permission' | 'action' | 'qos' | 'retain'> {
  /** Everyone; clients that match all conditions; clients that match any of them. `nested`: cannot be edited in the form. */
  readonly who: 'all' | 'and' | 'or' | 'nested'
  /** The original value; used unchanged if `who` is `nested`. */
  readonly original: Who
  readonly conditions: readonly Condition[]
  /** `eq a/#` is the literal topic `a/#`. Empty for all topics, see `isForEverything`. */
  readonly topics: readonly string[]
}

const emptyCondition: Condition = { key: 0, kind: 'username', name: '', isPattern: false, text: '', networks: [] }

/** The initial value of a new rule. It applies to no client until a condition is filled in. */
export const newRule: EditedAclRule = {
  permission: 'allow',
  who: 'and',
  original: everyone,
  conditions: [emptyCondition],
  action: 'all',
  qos: anyQos,
  retain: 'all',
  topics: [],
}

export function toEditedRule({ who, topics, ...rest }: AclRule): EditedAclRule {
  return {
    ...rest,
    ...toEditedWho(who),
    original: who,
    topics: topics === 'all' ? [] : topics.map(({ topic, exact }) => (exact ? `eq ${topic}` : topic)),
  }
}

function toEditedWho(who: Who): Pick<EditedAclRule, 'who' | 'conditions'> {
  if (who.kind === 'all') return { who: 'all', conditions: [] }
  const parts = who.kind === 'and' || who.kind === 'or' ? who.of : [who]
  const conditions = parts.flatMap((part, key) => toCondition(part, key) ?? [])
  if (conditions.length === 0 || conditions.length < parts.length) return { who: 'nested', conditions: [] }
  return { who: who.kind === 'or' ? 'or' : 'and', conditions }
}

function toCondition(who: Who, key: number): Condition | undefined {
  if (who.kind === 'all' || who.kind === 'and' || who.kind === 'or') return undefined
  if (who.kind === 'ipaddr') return { ...emptyCondition, key, kind: who.kind, networks: who.networks }
  const name = who.kind === 'client_attr' ? who.name : ''
  const [isPattern, text] = 'is' in who.test ? [false, who.test.is] : [true, who.test.matches]
  return { ...emptyCondition, key, kind: who.kind, name, isPattern, text }
}

export function toRule({ who, original, conditions, topics, ...rest }: EditedAclRule): AclRule {
  const patterns = topics.map((text) =>
    text.startsWith('eq ') ? { topic: text.slice('eq '.length), exact: true } : { topic: text, exact: false },
  )
  return {
    ...rest,
    // The retain flag does not apply to subscriptions.
    retain: rest.action === 'subscribe' ? 'all' : rest.retain,
    who: toWho(who, original, conditions),
    topics: patterns.length === 0 ? 'all' : patterns,
  }
}

function toWho(who: EditedAclRule['who'], original: Who, conditions: readonly Condition[]): Who {
  if (who === 'all') return everyone
  if (who === 'nested') return original
  const of = conditions.map(whoOf)
  const [only, ...others] = of
  return only && others.length === 0 ? only : { kind: who, of }
}

function whoOf({ kind, name, isPattern, text, networks }: Condition): Who {
  const test = isPattern ? { matches: text } : { is: text }
  if (kind === 'ipaddr') return { kind, networks }
  return kind === 'client_attr' ? { kind, name, test } : { kind, test }
}

/** With one more condition, of the first kind that is not used yet. */
export function withNewCondition(conditions: readonly Condition[]): readonly Condition[] {
  const key = Math.max(-1, ...conditions.map((one) => one.key)) + 1
  const kind = conditionKinds.find((one) => conditions.every((other) => other.kind !== one)) ?? 'username'
  return [...conditions, { ...emptyCondition, key, kind }]
}

export type Fault = 'required' | { readonly en: string; readonly zh: string }

/** The error of a condition, as the parser of the broker reports it. */
export function conditionFault(condition: Condition): Fault | undefined {
  const { kind, text, networks } = condition
  if (kind === 'ipaddr' ? networks.length === 0 : text === '') return 'required'
  return parseAcl(`{allow, ${printWho(whoOf(condition))}, all, []}.`).problems[0]?.text
}

export const networkFault = (network: string): Fault | undefined =>
  conditionFault({ ...emptyCondition, kind: 'ipaddr', networks: [network] })

export const topicFault = (topic: string): FilterFault | undefined => ruleFault({ topic })

/** Errors of the form. */
export interface RuleFaults {
  /** By the key of the condition. */
  readonly conditions: ReadonlyMap<number, Fault>
  readonly names: ReadonlySet<number>
  readonly noCondition: boolean
  readonly noTopic: boolean
}

export function faultsOf(rule: EditedAclRule): RuleFaults | undefined {
  const used = rule.who === 'and' || rule.who === 'or' ? rule.conditions : []
  const conditions = new Map(
    used.flatMap((condition) => {
      const fault = conditionFault(condition)
      return fault ? [[condition.key, fault] as const] : []
    }),
  )
  const names = new Set(used.flatMap(({ key, kind, name }) => (kind === 'client_attr' && name === '' ? [key] : [])))
  const noCondition = (rule.who === 'and' || rule.who === 'or') && used.length === 0
  const noTopic = rule.topics.length === 0 && !isForEverything(toRule(rule))
  return conditions.size > 0 || names.size > 0 || noCondition || noTopic
    ? { conditions, names, noCondition, noTopic }
    : undefined
}
