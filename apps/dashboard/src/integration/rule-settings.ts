import type { Rule, updateRule } from '@mqdeck/contract'
import type { z } from 'zod'

/** A rule as it is sent. */
export type RuleBody = z.input<typeof updateRule.body>
export type RuleActions = NonNullable<RuleBody['actions']>

/** Of a rule what can be changed. Metadata goes back as it came; a broker that tells none keeps its own. */
export function ruleSettingsOf({ name, sql, actions, enable, description, metadata }: Rule): RuleBody {
  return {
    name,
    sql,
    // The broker has told them, so it takes them: also what only a newer one knows.
    actions: [...actions] as RuleActions,
    enable,
    description,
    ...(metadata && { metadata }),
  }
}
