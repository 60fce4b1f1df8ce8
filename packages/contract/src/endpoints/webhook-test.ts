import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { body, response } from '../fields/index.ts'
import { NewAction } from './actions.ts'
import { NewConnector } from './connectors.ts'

const Headers = z.record(z.string(), z.string())

/** The request and the response with any status. Secret headers are `******`. */
export const WebhookTest = response({
  request: response({ method: z.string(), url: z.string(), headers: Headers, body: z.string().nullable() }),
  status: z.int(),
  headers: Headers,
  /** The first 64 kB; `is_cut` if there is more. */
  body: z.string(),
  is_cut: z.boolean(),
  /** Milliseconds without the time to connect. */
  took: z.int(),
})
export type WebhookTest = z.infer<typeof WebhookTest>

/**
 * Sends the request of an action of type `http` with `data` (the result of a rule) once, and returns the response.
 * Nothing is saved. As with `/connectors_probe`, `******` is the secret of the connector or action of that name.
 */
export const testWebhook = endpoint({
  method: 'POST',
  path: '/mqdeck/webhook_test',
  title: { en: 'Test webhook', zh: '发送 Webhook 测试请求' },
  tag: 'MQDeck',
  allows: 'administrators',
  body: body({ connector: NewConnector, action: NewAction, data: z.looseObject({}) }),
  timeoutMs: 60_000,
  ok: { 200: WebhookTest },
  errors: { 400: ['BAD_REQUEST', 'TEST_FAILED'] },
})

export const webhookTests = { testWebhook }
