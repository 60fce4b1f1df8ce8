import type { AuthorizationRule } from '@mqdeck/contract'
import { type FilterFault, filterFault } from '../../../../lib/topics/topic-filter.ts'

/** A rule in an editor. Its key stays the same when it is moved. */
export interface EditedRule extends AuthorizationRule {
  readonly key: number
}

export const toEdited = (rules: readonly AuthorizationRule[]): readonly EditedRule[] =>
  rules.map((rule, key) => ({ ...rule, key }))

export const toRules = (edited: readonly EditedRule[]): readonly AuthorizationRule[] =>
  edited.map(({ key: _, ...rule }) => rule)

/** With a new rule at the end. */
export function withNew(edited: readonly EditedRule[]): readonly EditedRule[] {
  const key = Math.max(-1, ...edited.map((rule) => rule.key)) + 1
  return [...edited, { key, permission: 'allow', action: 'all', topic: '', qos: [0, 1, 2], retain: 'all' }]
}

export const withChange = (edited: readonly EditedRule[], key: number, change: Partial<AuthorizationRule>) =>
  edited.map((rule) => (rule.key === key ? { ...rule, ...change } : rule))

export function withMove(edited: readonly EditedRule[], from: number, to: number): readonly EditedRule[] {
  return edited.toSpliced(from, 1).toSpliced(to, 0, ...edited.slice(from, from + 1))
}

/** A topic after `eq ` is literal. The broker removes the group of a shared subscription before it checks the rules. */
export const ruleFault = ({ topic }: Pick<AuthorizationRule, 'topic'>): FilterFault | undefined =>
  filterFault(topic.startsWith('eq ') ? topic.slice('eq '.length) : topic)

export const countFaults = (edited: readonly EditedRule[]): number =>
  edited.filter((rule) => ruleFault(rule) !== undefined).length
