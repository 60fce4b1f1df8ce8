import { isRecord } from '@mqdeck/contract'
import { type CoapMessage, coapCode, coapOption, uintOf, uintOption } from '../coap-stack/message.ts'
import type { CoapContent } from '../coap-stack/message-layer.ts'
import type { DataType, ObjectDefinitions } from './objects.ts'
import { parsePath } from './path.ts'
import { contentFormat, decodePayload } from './payload.ts'
import { encodeTlv, instanceEntry, resourceEntry, type TlvEntry } from './tlv.ts'
import { toBytes } from './values.ts'

/** A command as MQTT clients send it to `dn/dm`: `{"reqID": 1, "msgType": "read", "data": {"path": "/3/0/0"}}`. */
export interface Command {
  readonly type: CommandType
  /** Path in the answer, as the command has it. */
  readonly path: string
  /** All fields except `data`. The answer repeats them. */
  readonly context: Readonly<Record<string, unknown>>
  readonly request: CoapContent
  /** 0 starts an observation, 1 ends it. */
  readonly observe?: 0 | 1
}

const types = [
  'read',
  'write',
  'execute',
  'discover',
  'observe',
  'cancel-observe',
  'write-attr',
  'create',
  'delete',
] as const
type CommandType = (typeof types)[number]

const dataTypes: readonly string[] = [
  'Integer',
  'Float',
  'Time',
  'String',
  'Boolean',
  'Opaque',
  'Objlnk',
] satisfies DataType[]
const isDataType = (type: unknown): type is DataType => typeof type === 'string' && dataTypes.includes(type)

const attributes = ['gt', 'lt', 'pmax', 'pmin', 'st', 'epmin', 'epmax']

/** A command that cannot be sent, with the reason. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

const fail = (reason: string): never => {
  throw new CommandError(reason)
}

/** @throws {CommandError} */
export function parseCommand(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload).toString())
  } catch {
    return fail('the command is not JSON')
  }
}

/**
 * The request for a command.
 * @param alternatePath of the device, such as `/lwm2m`; `/` for none
 * @throws {CommandError} naming the field
 */
export function toCommand(json: unknown, alternatePath: string): Command {
  if (!isRecord(json)) return fail('the command is not a JSON object')
  const { data: given, ...context } = json
  const type = types.find((one) => one === json.msgType) ?? fail(`msgType: must be one of ${types.join(', ')}`)
  const data = isRecord(given) ? given : {}
  const path = textOf(data.path ?? data.basePath) ?? fail('data.path: is required')
  const numbers = parsePath(path) ?? fail('data.path: must be a path such as /3/0/9')
  const uri = [
    ...alternatePath
      .split('/')
      .filter(Boolean)
      .map((segment) => ({ number: coapOption.uriPath, value: Buffer.from(segment) })),
    ...numbers.map((number) => ({ number: coapOption.uriPath, value: Buffer.from(String(number)) })),
  ]
  const made = (request: CoapContent, observe?: 0 | 1): Command => ({
    type,
    path,
    context,
    request: { ...request, options: [...(request.options ?? []), ...uri] },
    ...(observe !== undefined && { observe }),
  })
  switch (type) {
    case 'read':
      return made({ code: coapCode.get })
    case 'discover':
      return made({ code: coapCode.get, options: [uintOption(coapOption.accept, contentFormat.link)] })
    case 'observe':
      return made({ code: coapCode.get, options: [uintOption(coapOption.observe, 0)] }, 0)
    case 'cancel-observe':
      return made({ code: coapCode.get, options: [uintOption(coapOption.observe, 1)] }, 1)
    case 'execute':
      return made({
        code: coapCode.post,
        options: [uintOption(coapOption.contentFormat, contentFormat.text)],
        payload: Buffer.from(textOf(data.args) ?? ''),
      })
    case 'write-attr':
      return made({
        code: coapCode.put,
        options: attributes.flatMap((name) => {
          const value = textOf(data[name])
          return value === undefined ? [] : [{ number: coapOption.uriQuery, value: Buffer.from(`${name}=${value}`) }]
        }),
      })
    case 'delete':
      return made({ code: coapCode.delete })
    case 'create':
      return made(inTlv(coapCode.post, instancesOf(data)))
    case 'write':
      if (Array.isArray(data.content))
        return made(
          inTlv(
            coapCode.post,
            data.content.map((one) => resourceOf(one)),
          ),
        )
      if (numbers.length < 3) return fail('data.path: must name a resource, or use basePath and content')
      return made(inTlv(coapCode.put, [resourceOf({ ...data, path: String(numbers[2]) })]))
  }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : undefined

const inTlv = (code: number, entries: readonly TlvEntry[]): CoapContent => ({
  code,
  options: [uintOption(coapOption.contentFormat, contentFormat.tlv)],
  payload: encodeTlv(entries),
})

/** `{"path": "13", "type": "Time", "value": "1700000000"}`: the last number of the path is the resource. */
function resourceOf(item: unknown): TlvEntry {
  const { path, type, value } = isRecord(item) ? item : {}
  const id = (parsePath(textOf(path) ?? '') ?? fail('data.content.path: must name a resource')).at(-1) ?? 0
  if (!isDataType(type)) return fail(`data.type: must be one of ${dataTypes.join(', ')}`)
  if (value === undefined || value === null) return fail('data.value: is required')
  return resourceEntry(id, toBytes(value, type) ?? fail(`data.value: must be ${type}`))
}

/** `[{"path": "/1/0", "type": "Integer", "value": "1"}]`: instance 1 with resource 0. */
function instancesOf({ content }: Readonly<Record<string, unknown>>): readonly TlvEntry[] {
  if (!Array.isArray(content) || content.length === 0) return fail('data.content: is required')
  const instances = new Map<number, TlvEntry[]>()
  for (const item of content) {
    const numbers = parsePath(textOf(isRecord(item) ? item.path : undefined) ?? '') ?? []
    const [instance] = numbers.slice(-2)
    if (instance === undefined || numbers.length < 2) return fail('data.content.path: must be instance/resource')
    instances.set(instance, [...(instances.get(instance) ?? []), resourceOf(item)])
  }
  return [...instances].map(([id, entries]) => instanceEntry(id, entries))
}

/** EMQX's words for response codes. */
const codeNames: Readonly<Record<string, string>> = {
  '2.01': 'created',
  '2.02': 'deleted',
  '2.03': 'valid',
  '2.04': 'changed',
  '2.05': 'content',
  '2.31': 'continue',
  '4.00': 'bad_request',
  '4.01': 'unauthorized',
  '4.02': 'bad_option',
  '4.03': 'forbidden',
  '4.04': 'not_found',
  '4.05': 'method_not_allowed',
  '4.06': 'not_acceptable',
  '4.08': 'request_entity_incomplete',
  '4.12': 'precondition_failed',
  '4.13': 'request_entity_too_large',
  '4.15': 'unsupported_content_format',
  '5.00': 'internal_server_error',
  '5.01': 'not_implemented',
  '5.02': 'bad_gateway',
  '5.03': 'service_unavailable',
  '5.04': 'gateway_timeout',
  '5.05': 'proxying_not_supported',
}

/** The `data` of an answer or a notification. */
export interface Answer {
  readonly code: string
  readonly codeMsg: string
  readonly content?: ReturnType<typeof decodePayload>
}

/** The response of a device to a command, or a notification of an observed path. */
export function answerOf(message: CoapMessage, path: string, objects: ObjectDefinitions): Answer {
  const code = `${message.code >> 5}.${String(message.code & 31).padStart(2, '0')}`
  const codeMsg = codeNames[code] ?? 'unknown'
  if (message.code !== coapCode.content) return { code, codeMsg }
  const content = decodePayload(message.payload, uintOf(message, coapOption.contentFormat), path, objects)
  // As in EMQX, a value that cannot be read is the error of a request.
  return content ? { code, codeMsg, content } : { code: '4.00', codeMsg: 'bad_request' }
}
