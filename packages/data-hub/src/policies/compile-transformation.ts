import { type Message, type MessageProperties, type Qos, ReasonError, validateTopicName } from '@mqdeck/broker'
import {
  type OperationTarget,
  type PayloadFormat,
  parseOperationKey,
  type TransformationSettings,
} from '@mqdeck/contract'
import { compileMessageExpression } from '@mqdeck/kit'
import { decodeJson, encodeJson, isMap, JsonError, type Value } from '@mqdeck/kit/json'
import { TextFailure } from '@mqdeck/kit/text'
import { requireSize } from '../schemas/codec.ts'
import type { SchemaRegistry } from '../schemas/registry.ts'
import { bytesOf, utf8 } from '../schemas/values.ts'

/** Where a transformation failed and why, with the names of EMQX's dry run. */
export interface TransformFailure {
  readonly msg: string
  readonly reason: string
  readonly decoder?: string
  readonly encoder?: string
  readonly schema_name?: string
  readonly message_type?: string
}

export interface Transformed {
  readonly message: Message
  /** The payload before it became bytes: for the encoder `none` it may have another type. */
  readonly payload: Value
}

/** Facts that expressions can use besides the message. */
export interface TransformContext {
  readonly node: string
  readonly now: number
  readonly attributes: Readonly<Record<string, Value>>
  readonly properties: () => Value
  readonly maxTopicLevels: number
}

class Failed extends Error {
  readonly failure: TransformFailure
  constructor(failure: TransformFailure) {
    super(failure.reason)
    this.failure = failure
  }
}

interface Draft {
  topic: string
  qos: Qos
  retain: boolean
  payload: Value
  readonly userProperties: Map<string, Value>
}

type Operation = (draft: Draft, find: (path: readonly string[]) => Value) => void

/**
 * Compiles a transformation into a function of messages.
 * @throws VariformError if an expression is invalid
 */
export function compileTransformation(
  { payload_decoder, payload_encoder, operations }: TransformationSettings,
  schemas: SchemaRegistry,
): (message: Message, context: TransformContext) => Transformed | { readonly failure: TransformFailure } {
  const compiled = operations.map(({ key, value }): Operation => {
    const [target, ...path] = parseOperationKey(key) ?? ['payload']
    const evaluate = compileMessageExpression(value)
    return (draft, find) => assign(draft, target, path, evaluate(find))
  })
  return (message, context) => {
    try {
      const draft = toDraft(message, decode(payload_decoder, message.payload, schemas))
      const find = finderOf(message, draft, context)
      for (const operation of compiled) runOperation(operation, draft, find)
      requireTopic(draft.topic, context.maxTopicLevels)
      const bytes = encode(payload_encoder, draft.payload, schemas)
      return { message: fromDraft(message, draft, bytes), payload: draft.payload }
    } catch (error) {
      if (error instanceof Failed) return { failure: error.failure }
      throw error
    }
  }
}

/** Errors of schemas, JSON and expressions. */
const isExpected = (error: unknown): error is Error =>
  error instanceof TextFailure || error instanceof RangeError || error instanceof JsonError

function runOperation(operation: Operation, draft: Draft, find: (path: readonly string[]) => Value): void {
  try {
    operation(draft, find)
  } catch (error) {
    throw isExpected(error)
      ? new Failed({ msg: 'transformation_eval_operation_failure', reason: error.message })
      : error
  }
}

const describe = (format: PayloadFormat) => ({
  ...('schema' in format && { schema_name: format.schema }),
  ...('message_type' in format && { message_type: format.message_type }),
})
const typeNameOf = (format: PayloadFormat) => (format.type === 'protobuf' ? [format.message_type] : [])

function decode(format: PayloadFormat, payload: Uint8Array, schemas: SchemaRegistry): Value {
  if (format.type === 'none') return payload
  try {
    if (format.type === 'json') return decodeJson(requireSize(payload))
    return schemas.decode(format.schema, payload, ...typeNameOf(format))
  } catch (error) {
    if (!isExpected(error)) throw error
    const isMissing = format.type !== 'json' && schemas.codec(format.schema) === undefined
    const msg = isMissing ? 'payload_decode_schema_not_found' : 'payload_decode_failed'
    throw new Failed({ decoder: format.type, msg, reason: error.message, ...describe(format) })
  }
}

function encode(format: PayloadFormat, payload: Value, schemas: SchemaRegistry): Uint8Array {
  try {
    if (format.type === 'json') return Buffer.from(encodeJson(payload))
    if (format.type !== 'none') return schemas.encode(format.schema, payload, ...typeNameOf(format))
    return typeof payload === 'string' || payload instanceof Uint8Array
      ? bytesOf(payload, 'payload')
      : Buffer.from(encodeJson(payload))
  } catch (error) {
    if (!isExpected(error)) throw error
    const isMissing = 'schema' in format && schemas.codec(format.schema) === undefined
    const msg = isMissing ? 'payload_encode_schema_not_found' : 'payload_encode_schema_failure'
    throw new Failed({ encoder: format.type, msg, reason: error.message, ...describe(format) })
  }
}

const toDraft = ({ topic, qos, retain, properties }: Message, payload: Value): Draft => ({
  topic,
  qos,
  retain,
  payload,
  userProperties: new Map(properties.userProperties ?? []),
})

function fromDraft(message: Message, draft: Draft, payload: Uint8Array): Message {
  const { userProperties: _, ...rest } = message.properties
  const changed = [...draft.userProperties].map(([key, value]): readonly [string, string] => [key, toText(value)])
  const before = message.properties.userProperties ?? []
  const isSame =
    before.length === changed.length &&
    changed.every(([key, value], at) => before[at]?.[0] === key && before[at]?.[1] === value)
  const properties: MessageProperties = isSame
    ? message.properties
    : { ...rest, ...(changed.length > 0 && { userProperties: changed.map(([key, value]) => [key, value] as const) }) }
  return { ...message, topic: draft.topic, qos: draft.qos, retain: draft.retain, payload, properties }
}

function assign(draft: Draft, target: OperationTarget, path: readonly string[], value: Value): void {
  if (target === 'payload') draft.payload = withPath(draft.payload, path, value)
  else if (target === 'topic') draft.topic = toText(value)
  else if (target === 'qos') draft.qos = toQos(value)
  else if (target === 'retain') draft.retain = toRetain(value)
  else {
    const [name] = path
    if (name !== undefined) draft.userProperties.set(name, toText(value))
  }
}

/** A changed copy: values are shared with other parts of the payload. */
function withPath(value: Value, path: readonly string[], next: Value): Value {
  const [key, ...rest] = path
  if (key === undefined) return next
  const map = isMap(value) ? value : {}
  const inside = Object.hasOwn(map, key) ? map[key] : undefined
  return Object.fromEntries([
    ...Object.entries(map).filter(([one]) => one !== key),
    [key, withPath(inside, rest, next)],
  ])
}

const wrong = (msg: string, value: Value): never => {
  throw new TextFailure(`${msg}: ${encodeJson(value).slice(0, 100)}`)
}

function toText(value: Value): string {
  if (typeof value === 'string') return value
  if (value instanceof Uint8Array) return utf8(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  return encodeJson(value)
}

function toQos(value: Value): Qos {
  const number = Number(toText(value))
  return number === 0 || number === 1 || number === 2 ? number : wrong('bad_qos_value', value)
}

function toRetain(value: Value): boolean {
  const text = toText(value)
  return text === 'true' || text === 'false' ? text === 'true' : wrong('bad_retain_value', value)
}

function requireTopic(topic: string, maxLevels: number): void {
  try {
    if (topic === '' || /[+#\0]/.test(topic)) throw new ReasonError(0x90, 'topic_name_invalid')
    validateTopicName(topic, maxLevels)
  } catch (error) {
    if (!(error instanceof ReasonError)) throw error
    throw new Failed({
      msg: 'transformation_eval_operation_failure',
      reason: `bad_topic_value: ${topic.slice(0, 200)}`,
    })
  }
}

/** Finds parts of the message. Changes of earlier operations are visible. */
function finderOf(message: Message, draft: Draft, context: TransformContext) {
  const { from, timestamp, id, dup } = message
  const payloadText = () => (draft.payload instanceof Uint8Array ? utf8(draft.payload) : draft.payload)
  const parts: Readonly<Record<string, () => Value>> = {
    payload: payloadText,
    topic: () => draft.topic,
    qos: () => BigInt(draft.qos),
    retain: () => draft.retain,
    user_property: () => Object.fromEntries(draft.userProperties),
    clientid: () => from.clientId,
    username: () => from.username ?? '',
    peername: () => from.peername ?? '',
    peerhost: () => from.peername?.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1') ?? '',
    id: () => id,
    node: () => context.node,
    timestamp: () => BigInt(Math.floor(context.now)),
    publish_received_at: () => BigInt(Math.floor(timestamp)),
    flags: () => ({ retain: draft.retain, dup }),
    client_attrs: () => context.attributes,
    pub_props: context.properties,
  }
  return ([first = '', ...path]: readonly string[]): Value => {
    let value = Object.hasOwn(parts, first) ? parts[first]?.() : undefined
    for (const key of path) {
      if (!isMap(value) || !Object.hasOwn(value, key)) return undefined
      value = value[key]
    }
    return value
  }
}
