import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { bodyRoot, count, paging, qosResponse, response, string } from '../fields/index.ts'
import { autoSubscribeTopics, delayed, retainer, rewriteRules } from '../roots/index.ts'

export const getRetainer = endpoint({
  method: 'GET',
  path: '/mqtt/retainer',
  tag: 'Retainer',
  ok: { 200: retainer.schema },
  errors: { 404: ['NOT_FOUND'] },
})

export const updateRetainer = endpoint({
  method: 'PUT',
  path: '/mqtt/retainer',
  title: { en: 'Change retainer settings', zh: '修改保留消息设置' },
  tag: 'Retainer',
  body: retainer.schema,
  ok: { 200: retainer.schema },
  errors: { 400: ['UPDATE_FAILED'] },
})

export const getDelayed = endpoint({ method: 'GET', path: '/mqtt/delayed', tag: 'MQTT', ok: { 200: delayed.schema } })

export const updateDelayed = endpoint({
  method: 'PUT',
  path: '/mqtt/delayed',
  title: { en: 'Change delayed publish settings', zh: '修改延迟发布设置' },
  tag: 'MQTT',
  body: delayed.schema,
  ok: { 200: delayed.schema },
  errors: { 400: ['BAD_REQUEST'] },
})

const delayedMessage = {
  msgid: z.string().meta({ type: 'integer' }),
  node: z.string(),
  topic: z.string(),
  qos: qosResponse(),
  publish_at: z.string(),
  delayed_interval: z.int().min(0).meta({ minimum: 1 }),
  delayed_remaining: count(),
  expected_at: z.string(),
  from_clientid: z.string(),
  from_username: z.string(),
}

/** A delayed message. Times are RFC 3339, intervals are seconds. */
export const DelayedMessageRow = response(delayedMessage)
export type DelayedMessageRow = z.infer<typeof DelayedMessageRow>

/** With its payload in base64, or a placeholder word if it is too long. EMQX documents the opposite. */
export const DelayedMessageDetail = response({ ...delayedMessage, payload: z.string() })
export type DelayedMessageDetail = z.infer<typeof DelayedMessageDetail>

export const listDelayedMessages = endpoint({
  method: 'GET',
  path: '/mqtt/delayed/messages',
  tag: 'MQTT',
  query: z.object(paging),
  ok: {
    200: response({
      data: z.array(DelayedMessageRow),
      meta: response({ count: count(), hasnext: z.boolean(), limit: z.int().min(1), page: z.int().min(1) }),
    }),
  },
})

const byMessage = z.object({ node: string(), msgid: string() })
const byMessageErrors = { 400: ['MESSAGE_ID_SCHEMA_ERROR', 'INVALID_NODE'], 404: ['MESSAGE_ID_NOT_FOUND'] } as const

export const getDelayedMessage = endpoint({
  method: 'GET',
  path: '/mqtt/delayed/messages/{node}/{msgid}',
  tag: 'MQTT',
  params: byMessage,
  ok: { 200: DelayedMessageDetail },
  errors: byMessageErrors,
})

export const deleteDelayedMessage = endpoint({
  method: 'DELETE',
  path: '/mqtt/delayed/messages/{node}/{msgid}',
  title: { en: 'Delete delayed message', zh: '删除延迟消息' },
  tag: 'MQTT',
  params: byMessage,
  ok: { 204: empty },
  errors: byMessageErrors,
})

/** Deletes every delayed message of exactly this topic. */
export const deleteDelayedMessages = endpoint({
  method: 'DELETE',
  path: '/mqtt/delayed/messages/{topic}',
  title: { en: 'Delete delayed messages of topic', zh: '删除主题的延迟消息' },
  tag: 'MQTT',
  params: z.object({ topic: string() }),
  ok: { 204: empty },
  errors: { 400: ['INVALID_TOPIC_NAME'], 404: ['MESSAGE_NOT_FOUND'] },
})

const RewriteRules = rewriteRules.schema.register(bodyRoot, { root: 'root' })

export const getTopicRewrite = endpoint({
  method: 'GET',
  path: '/mqtt/topic_rewrite',
  tag: 'MQTT',
  ok: { 200: RewriteRules },
})

/** The whole list, in the order in which rules are applied. */
export const updateTopicRewrite = endpoint({
  method: 'PUT',
  path: '/mqtt/topic_rewrite',
  title: { en: 'Change topic rewrite', zh: '修改主题重写' },
  tag: 'MQTT',
  body: RewriteRules,
  ok: { 200: RewriteRules },
  errors: { 400: ['BAD_REQUEST'], 413: ['EXCEED_LIMIT'] },
})

const AutoSubscribeTopics = autoSubscribeTopics.schema.register(bodyRoot, { root: 'root' })

export const getAutoSubscribe = endpoint({
  method: 'GET',
  path: '/mqtt/auto_subscribe',
  tag: 'Auto Subscribe',
  ok: { 200: AutoSubscribeTopics },
})

export const updateAutoSubscribe = endpoint({
  method: 'PUT',
  path: '/mqtt/auto_subscribe',
  title: { en: 'Change auto subscribe', zh: '修改自动订阅' },
  tag: 'Auto Subscribe',
  body: AutoSubscribeTopics,
  ok: { 200: AutoSubscribeTopics },
  errors: { 409: ['EXCEED_LIMIT'] },
})

export const mqttFeatures = {
  getRetainer,
  updateRetainer,
  getDelayed,
  updateDelayed,
  listDelayedMessages,
  getDelayedMessage,
  deleteDelayedMessage,
  deleteDelayedMessages,
  getTopicRewrite,
  updateTopicRewrite,
  getAutoSubscribe,
  updateAutoSubscribe,
}
