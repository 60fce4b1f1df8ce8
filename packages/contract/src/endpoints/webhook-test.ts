import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { answer, body } from '../fields/index.ts'
import { NewAction } from './actions.ts'
import { NewConnector } from './connectors.ts'

const Headers = z.record(z.string(), z.string())

/** What was sent, and what came back, whatever its status. Headers that carry secrets are `******`. */
export const WebhookTest = answer({
  request: answer({ method: z.string(), url: z.string(), headers: Headers, body: z.string().nullable() }),
  status: z.int(),
  headers: Headers,
  /** The first 64 kB; `is_cut` when there is more. */
  body: z.string(),
  is_cut: z.boolean(),
  /** Milliseconds, connecting not counted. */
  took: z.int(),
})
export type WebhookTest = z.infer<typeof WebhookTest>

/**
 * Sends the request that an action of type `http` would make of `data` (what a rule selects), once, and answers what came back.
 * Nothing of it is kept. As with `/connectors_probe`, `******` is the secret of the connector or action of that name.
 */
export const testWebhook = endpoint({
  method: 'POST',
  path: '/mqdeck/webhook_test',
  tag: 'MQDeck',
  allows: 'administrators',
  body: body({ connector: NewConnector, action: NewAction, data: z.looseObject({}) }),
  answerWithin: 60_000,
  ok: { 200: WebhookTest },
  errors: { 400: ['BAD_REQUEST', 'TEST_FAILED'] },
})

export const webhookTests = { testWebhook }
