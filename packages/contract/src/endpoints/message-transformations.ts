import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { anyJson, body, boolean, field, object, oneOf, qos, response, string, withDefault } from '../fields/index.ts'
import { transformation } from '../roots/message-transformation.ts'
import { isRecord } from '../unknown-values.ts'
import {
  byPolicy,
  enablingPolicy,
  NewOrder,
  OrderProblem,
  PolicyStatistics,
  policyNotFound,
  policyShape,
} from './data-hub-policy.ts'

const Format = response({ type: z.string(), schema: z.string().optional(), message_type: z.string().optional() })

/** A message transformation. `operations` run in this order. */
export const MessageTransformation = response({
  ...policyShape,
  payload_decoder: Format,
  payload_encoder: Format,
  operations: z.array(response({ key: z.string(), value: z.string() })),
})
export type MessageTransformation = z.infer<typeof MessageTransformation>

const anyMap = () =>
  field<Readonly<Record<string, unknown>>>({ type: 'object', example: {} }, (value, refuse) =>
    isRecord(value) ? value : refuse({ expected: 'map()' }),
  )

/** Fields of the client have EMQX's defaults. */
const dryRunMessage = {
  topic: string(),
  payload: string(),
  qos: withDefault(qos(), 0),
  retain: withDefault(boolean(), false),
  clientid: withDefault(string(), 'test-clientid'),
  username: string().optional(),
  peername: withDefault(string({ example: '127.0.0.1:80' }), '127.0.0.1:19872'),
  client_attrs: withDefault(anyMap(), {}),
  user_property: withDefault(anyMap(), {}),
  pub_props: withDefault(anyMap(), {}),
}

/** The message of a dry run. */
const DryRunMessage = object(dryRunMessage)

/** The message after a dry run. `payload` is text, or a value that the encoder `none` left as it is. */
export const DryRunResult = response({
  topic: z.string(),
  payload: anyJson(),
  qos: z.number(),
  retain: z.boolean(),
  user_property: z.record(z.string(), z.string()),
})
export type DryRunResult = z.infer<typeof DryRunResult>

/** Why a dry run failed. EMQX's responses have no `code` and `message`. */
export const DryRunFailure = response({
  code: z.literal('BAD_REQUEST').optional(),
  message: z.string().optional(),
  msg: z.string(),
  reason: anyJson().optional(),
  decoder: z.string().optional(),
  encoder: z.string().optional(),
  schema_name: z.string().optional(),
  message_type: z.string().optional(),
  kind: z.string().optional(),
})
export type DryRunFailure = z.infer<typeof DryRunFailure>

const tag = 'Message Transformation'

/** In the order in which they run. */
export const listMessageTransformations = endpoint({
  method: 'GET',
  path: '/message_transformations',
  tag,
  ok: { 200: z.array(MessageTransformation) },
})

/** Runs after the existing ones. */
export const createMessageTransformation = endpoint({
  method: 'POST',
  path: '/message_transformations',
  title: { en: 'Create message transformation', zh: '创建消息转换' },
  tag,
  body: transformation.schema,
  ok: { 201: MessageTransformation },
  errors: { 400: ['ALREADY_EXISTS', 'BAD_REQUEST'] },
})

/** The name is in the body. Missing fields get their defaults. */
export const updateMessageTransformation = endpoint({
  method: 'PUT',
  path: '/message_transformations',
  title: { en: 'Edit message transformation', zh: '编辑消息转换' },
  tag,
  body: transformation.schema,
  ok: { 200: MessageTransformation },
  errors: { 400: ['BAD_REQUEST'], ...policyNotFound },
})

/** Transforms a message without publishing it. The transformation need not exist. */
export const dryRunMessageTransformation = endpoint({
  method: 'POST',
  path: '/message_transformations/dryrun',
  title: { en: 'Test message transformation', zh: '测试消息转换' },
  tag,
  body: body({ transformation: transformation.schema, message: DryRunMessage }),
  ok: { 200: DryRunResult },
  errors: { 400: ['BAD_REQUEST'] },
  otherErrors: { 400: DryRunFailure },
})

/** The message after a dry run, with a payload of any bytes: text, or base64 if it is not UTF-8. */
export const EncodedDryRunResult = response({
  ...DryRunResult.shape,
  payload: z.string(),
  payload_encoding: z.enum(['plain', 'base64']),
})
export type EncodedDryRunResult = z.infer<typeof EncodedDryRunResult>

/** The same for payloads of any bytes, which EMQX does not accept. */
export const dryRunEncodedMessage = endpoint({
  method: 'POST',
  path: '/mqdeck/message_transformations/dryrun',
  title: { en: 'Test message transformation', zh: '测试消息转换' },
  tag,
  body: body({
    transformation: transformation.schema,
    message: object({ ...dryRunMessage, payload_encoding: withDefault(oneOf(['plain', 'base64']), 'plain') }),
  }),
  ok: { 200: EncodedDryRunResult },
  errors: { 400: ['BAD_REQUEST'] },
  otherErrors: { 400: DryRunFailure },
})

export const reorderMessageTransformations = endpoint({
  method: 'POST',
  path: '/message_transformations/reorder',
  title: { en: 'Reorder message transformations', zh: '调整消息转换顺序' },
  tag,
  body: NewOrder,
  ok: { 204: empty },
  otherErrors: { 400: OrderProblem },
})

export const getMessageTransformation = endpoint({
  method: 'GET',
  path: '/message_transformations/transformation/{name}',
  tag,
  params: byPolicy,
  ok: { 200: MessageTransformation },
  errors: policyNotFound,
})

export const deleteMessageTransformation = endpoint({
  method: 'DELETE',
  path: '/message_transformations/transformation/{name}',
  title: { en: 'Delete message transformation', zh: '删除消息转换' },
  tag,
  params: byPolicy,
  ok: { 204: empty },
  errors: policyNotFound,
})

export const getMessageTransformationMetrics = endpoint({
  method: 'GET',
  path: '/message_transformations/transformation/{name}/metrics',
  tag,
  params: byPolicy,
  ok: { 200: PolicyStatistics },
  errors: policyNotFound,
})

export const resetMessageTransformationMetrics = endpoint({
  method: 'POST',
  path: '/message_transformations/transformation/{name}/metrics/reset',
  title: { en: 'Reset metrics of message transformation', zh: '重置消息转换的指标' },
  tag,
  params: byPolicy,
  ok: { 204: empty },
  errors: policyNotFound,
})

export const enableMessageTransformation = endpoint({
  method: 'POST',
  path: '/message_transformations/transformation/{name}/enable/{enable}',
  title: { en: 'Enable or disable message transformation', zh: '启用或禁用消息转换' },
  tag,
  params: enablingPolicy,
  ok: { 204: empty },
  errors: { 400: ['BAD_REQUEST'], ...policyNotFound },
})

export const messageTransformations = {
  listMessageTransformations,
  createMessageTransformation,
  updateMessageTransformation,
  dryRunMessageTransformation,
  dryRunEncodedMessage,
  reorderMessageTransformations,
  getMessageTransformation,
  deleteMessageTransformation,
  getMessageTransformationMetrics,
  resetMessageTransformationMetrics,
  enableMessageTransformation,
}
