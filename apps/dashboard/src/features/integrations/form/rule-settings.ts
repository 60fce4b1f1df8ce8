import type { Rule, updateRule } from '@mqdeck/contract'
import type { z } from 'zod'

/** Request body of a rule. */
export type RuleBody = z.input<typeof updateRule.body>
export type RuleActions = NonNullable<RuleBody['actions']>

/** The fields of a rule that can be changed. Metadata is sent back unchanged if the broker returns it. */
export function ruleSettingsOf({ name, sql, actions, enable, description, metadata }: Rule): RuleBody {
  return {
    name,
    sql,
    // The values come from the broker, so it accepts them, even unknown ones.
    actions: [...actions] as RuleActions,
    enable,
    description,
    ...(metadata && { metadata }),
  }
}
