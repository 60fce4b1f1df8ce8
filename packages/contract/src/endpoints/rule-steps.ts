import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { answer, count, nonNegInteger, string, withDefault } from '../fields/index.ts'

/** One thing that a rule, or an action for it, did. */
export const RuleStep = answer({
  /** Rises by one from step to step. */
  position: count(),
  /** Steps with the same number belong to the same run. */
  run: count(),
  /** Milliseconds since the epoch: when the run began, and when this was told. */
  triggered_at: z.int(),
  at: z.int(),
  /** EMQX's words: `rule_activated`, `SQL_yielded_result`, `action_template_rendered`, `action_success` ... */
  event: z.string(),
  /** Of the action that it is about: `http:a`, `console`, `republish:TOPIC`; missing for the rule itself. */
  target: z.string().optional(),
  clientid: z.string().optional(),
  /** Why it went wrong. */
  reason: z.string().optional(),
  /** What came in or out, as JSON: text, since its integers may be too long for JavaScript. Cut off when it is very long. */
  data: z.string().optional(),
})
export type RuleStep = z.infer<typeof RuleStep>

/**
 * What a rule has been doing since the first of these calls: with `position` as `after`, what came after that. It is watched for
 * as long as somebody keeps asking, and half a minute longer; steps that nobody fetched in time are missing (their positions are).
 */
export const listRuleSteps = endpoint({
  method: 'GET',
  path: '/mqdeck/rules/{id}/steps',
  tag: 'MQDeck',
  params: z.object({ id: string() }),
  query: z.object({ after: withDefault(nonNegInteger(), 0) }),
  ok: { 200: answer({ position: count(), steps: z.array(RuleStep) }) },
  errors: { 404: ['NOT_FOUND'] },
})

export const ruleSteps = { listRuleSteps }
