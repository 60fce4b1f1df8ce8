import {
  choice,
  completed,
  identityOf,
  list,
  setting,
  struct,
  structKind,
  text,
  variants,
  type WireValue,
} from '../struct/index.ts'
import { scalar } from '../struct/kind.ts'
import { messageExpression } from '../variform/kind.ts'
import { maxPolicies, policyFields, repeatedIn } from './data-hub-policy.ts'
import { messageTypeField } from './schema-validation.ts'

const typeField = <const T extends string>(type: T) =>
  setting(choice([type]), { required: true, label: { en: 'Type', zh: '类型' } })

const schemaField = setting(text({ maxBytes: 255 }), {
  required: true,
  label: { en: 'Schema', zh: 'Schema' },
  help: { en: 'Name of a schema of the schema registry.', zh: 'Schema 注册表中的 Schema 名称。' },
})

/** How a payload is decoded before the operations, or encoded after them. `none`: bytes. */
const payloadFormat = variants([
  struct('message_transformation.payload_serde_none', { type: typeField('none') }),
  struct('message_transformation.payload_serde_json', { type: typeField('json') }),
  struct('message_transformation.payload_serde_avro', { type: typeField('avro'), schema: schemaField }),
  struct('message_transformation.payload_serde_protobuf', {
    type: typeField('protobuf'),
    schema: schemaField,
    message_type: messageTypeField,
  }),
])

/** Properties that an operation can set. */
export const operationTargets = ['payload', 'qos', 'retain', 'topic', 'user_property'] as const
export type OperationTarget = (typeof operationTargets)[number]

/** `payload.a.b`: the target and the path inside. Undefined if the key is invalid. */
export function parseOperationKey(key: string): readonly [OperationTarget, ...string[]] | undefined {
  const [first, ...path] = key.split('.')
  const target = operationTargets.find((one) => one === first)
  if (target === undefined || path.some((part) => part === '') || path.length > 32) return undefined
  if (target === 'payload') return [target, ...path]
  if (target === 'user_property') return path.length === 1 ? [target, ...path] : undefined
  return path.length === 0 ? [target] : undefined
}

const operationKey = scalar<string, string>({
  wire: { type: 'string' },
  openApi: { type: 'string' },
  read: (value, refuse) =>
    typeof value === 'string' && value.length <= 1024 && parseOperationKey(value) !== undefined
      ? value
      : refuse('must be payload, payload.<path>, topic, qos, retain or user_property.<name>'),
  toPlain: (value) => value,
})

const operation = struct('message_transformation.operation', {
  key: setting(operationKey, {
    required: true,
    label: { en: 'Target', zh: '目标' },
    help: {
      en: 'Part of the message that is set: payload, payload.<path>, topic, qos, retain or user_property.<name>.',
      zh: '要设置的消息部分：payload、payload.<路径>、topic、qos、retain 或 user_property.<名称>。',
    },
  }),
  value: setting(messageExpression(), {
    required: true,
    label: { en: 'Value', zh: '值' },
    help: {
      en: "Expression over the message and its client, for example payload.temp or concat([topic, '/x']), or a constant.",
      zh: "由消息和客户端属性组成的表达式，例如 payload.temp 或 concat([topic, '/x'])，也可以是常量。",
    },
  }),
})

const maxOperations = 100

const formatSetting = (en: string, zh: string, help: { readonly en: string; readonly zh: string }) =>
  completed(payloadFormat, { type: 'none' }, { label: { en, zh }, help, wire: { default: { type: 'none' } } })

/** A transformation: decodes the payload, sets parts of the message, and encodes the payload. */
export const transformation = struct(
  'message_transformation.transformation',
  {
    ...policyFields('message_transformation'),
    payload_decoder: formatSetting('Payload decoder', 'Payload 解码器', {
      en: 'Format of the payload of incoming messages. With none, the payload has no fields.',
      zh: '输入消息的 Payload 格式。选择 none 时 Payload 没有字段。',
    }),
    payload_encoder: formatSetting('Payload encoder', 'Payload 编码器', {
      en: 'Format of the payload of the resulting messages.',
      zh: '输出消息的 Payload 格式。',
    }),
    operations: setting(list(structKind(operation)), {
      default: [],
      label: { en: 'Operations', zh: '操作' },
      help: {
        en: 'Assignments that run in this order. Later ones use the results of earlier ones.',
        zh: '按顺序执行的赋值，后面的可以使用前面的结果。',
      },
    }),
  },
  ({ operations }, refuse) => {
    if (operations.length > maxOperations) refuse('operations', `must have at most ${maxOperations} operations`)
  },
)
export type TransformationSettings = WireValue<typeof transformation>
export type PayloadFormat = TransformationSettings['payload_decoder']

/** Root `message_transformation`: transformations in the order in which they run. */
export const messageTransformation = struct(
  'message_transformation',
  {
    transformations: setting(list({ ...structKind(transformation), identify: identityOf('name') }), {
      default: [],
      label: { en: 'Transformations', zh: '转换' },
    }),
  },
  ({ transformations }, refuse) => {
    if (transformations.length > maxPolicies) refuse('transformations', `must have at most ${maxPolicies} entries`)
    const repeated = repeatedIn(transformations.map(({ name }) => name))
    if (repeated.length > 0) refuse('transformations', `duplicated names: ${repeated.join(', ')}`)
  },
)
