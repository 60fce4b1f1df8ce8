import type { NewAction, NewConnector, Rule } from '@mqdeck/contract'
import type { RuleActions, RuleBody } from '../../integrations/index.ts'
import { type ChannelDraft, idOf } from '../../integrations/index.ts'

/** Console, republish, or an unknown built-in action of a newer broker. */
interface BuiltInAction {
  readonly function: string
  readonly args?: Readonly<Record<string, unknown>> | undefined
}

/** An output of a rule. */
export type Output =
  /** An existing action. */
  | { readonly kind: 'action'; readonly id: string }
  /** An action that is created with the rule, with a new connector if needed. */
  | { readonly kind: 'new'; readonly draft: ChannelDraft }
  | { readonly kind: 'builtIn'; readonly action: BuiltInAction }

/** A rule in the editor. */
export interface RuleDraft {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly sql: string
  readonly outputs: readonly Output[]
}

const defaultSql = 'SELECT\n  *\nFROM\n  "t/#"'

export const idPattern = /^[0-9A-Za-z][0-9A-Za-z_-]{0,254}$/

export const emptyDraft = (id: string): RuleDraft => ({ id, name: '', description: '', sql: defaultSql, outputs: [] })

/** Default ID of a new rule, such as `rule_x7k2`. */
export function newRuleId(random: () => number = Math.random): string {
  const letters = 'abcdefghijkmnpqrstuvwxyz23456789'
  const tail = Array.from({ length: 4 }, () => letters[Math.floor(random() * letters.length)] ?? 'a')
  return `rule_${tail.join('')}`
}

export const draftOf = ({ id, name, description, sql, actions }: Rule): RuleDraft => ({
  id,
  name,
  description,
  sql,
  outputs: actions.map(
    (action): Output => (typeof action === 'string' ? { kind: 'action', id: action } : { kind: 'builtIn', action }),
  ),
})

/** A copy with another ID, such as `r1_copy`. */
export const copyOf = (rule: Rule): RuleDraft => ({ ...draftOf(rule), id: `${rule.id}_copy`.slice(0, 255) })

/** The edited fields of a rule as a request body. */
export function bodyOf({
  name,
  description,
  sql,
  outputs,
}: RuleDraft): Pick<RuleBody, 'name' | 'description' | 'sql' | 'actions'> {
  return {
    name: name.trim(),
    description: description.trim(),
    sql,
    // Built-in actions come from the broker or from a form of the contract.
    actions: outputs.map(actionOf) as RuleActions,
  }
}

const actionOf = (output: Output): string | BuiltInAction =>
  output.kind === 'builtIn' ? output.action : outputId(output)

export const outputId = (output: Exclude<Output, { kind: 'builtIn' }>): string =>
  output.kind === 'action' ? output.id : idOf(output.draft.channel)

/** The actions and connectors to create, each connector once. */
export function toBeMade(outputs: readonly Output[]): {
  readonly connectors: readonly NewConnector[]
  readonly actions: readonly NewAction[]
} {
  const drafts = outputs.flatMap((output) => (output.kind === 'new' ? [output.draft] : []))
  const connectors = new Map(
    drafts.flatMap(({ connector }) => (connector ? [[idOf(connector), connector] as const] : [])),
  )
  return { connectors: [...connectors.values()], actions: drafts.map(({ channel }) => channel) }
}

/** Number of changed fields. */
export function countChanges(now: RuleDraft, before: RuleDraft): number {
  const keys = ['id', 'name', 'description', 'sql', 'outputs'] as const
  return keys.filter((key) => JSON.stringify(now[key]) !== JSON.stringify(before[key])).length
}

/** The draft after all new actions have been created. */
export const withoutDrafts = (draft: RuleDraft): RuleDraft => ({
  ...draft,
  name: draft.name.trim(),
  description: draft.description.trim(),
  outputs: draft.outputs.map((one): Output => (one.kind === 'new' ? { kind: 'action', id: outputId(one) } : one)),
})
