import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, nonNegInteger, response, string, withDefault } from '../fields/index.ts'

/** A step of a rule, or of an action for it. */
export const RuleStep = response({
  /** Increases by one with each step. */
  position: count(),
  /** Steps with the same number belong to the same run. */
  run: count(),
  /** Milliseconds since the epoch: the start of the run, and the time of this step. */
  triggered_at: z.int(),
  at: z.int(),
  /** EMQX's names: `rule_activated`, `SQL_yielded_result`, `action_template_rendered`, `action_success` ... */
  event: z.string(),
  /** The action: `http:a`, `console`, `republish:TOPIC`; missing for the rule itself. */
  target: z.string().optional(),
  clientid: z.string().optional(),
  /** Reason of a failure. */
  reason: z.string().optional(),
  /** Input or output as JSON text, because integers may exceed JavaScript's range. Truncated if very long. */
  data: z.string().optional(),
})
export type RuleStep = z.infer<typeof RuleStep>

/**
 * Steps of a rule since the first of these calls. With `position` as `after`, the steps after it. Recording stops half
 * a minute after the last call. Steps that are not fetched in time are lost, which leaves gaps in the positions.
 */
export const listRuleSteps = endpoint({
  method: 'GET',
  path: '/mqdeck/rules/{id}/steps',
  tag: 'MQDeck',
  params: z.object({ id: string() }),
  query: z.object({ after: withDefault(nonNegInteger(), 0) }),
  ok: { 200: response({ position: count(), steps: z.array(RuleStep) }) },
  errors: { 404: ['NOT_FOUND'] },
})

export const ruleSteps = { listRuleSteps }
