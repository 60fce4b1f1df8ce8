import { type Qos, validateTopicFilter, validateTopicName } from '@mqdeck/broker'
import { type CoapMessage, coapCode, coapOption, textsOf } from '../coap-stack/message.ts'
import type { CoapContent } from '../coap-stack/message-layer.ts'
import { loginRefusal, Refused, refuse } from '../coap-stack/refusal.ts'
import type { ClientRequest } from '../port.ts'

/** The parts of a request that the gateway uses. */
export interface ReadRequest {
  readonly path: readonly string[]
  readonly query: ReadonlyMap<string, string>
  readonly isConfirmable: boolean
}

const understood: ReadonlySet<number> = new Set([
  coapOption.uriHost,
  coapOption.uriPort,
  coapOption.uriPath,
  coapOption.uriQuery,
  coapOption.accept,
])

/** @throws {Refused} */
export function readRequest(request: CoapMessage): ReadRequest {
  const unknown = request.options.find(({ number }) => number % 2 === 1 && !understood.has(number))
  if (unknown) throw new Refused(coapCode.badOption, `unknown option ${unknown.number}`)
  const query = textsOf(request, coapOption.uriQuery).map((one): [string, string] => {
    const at = one.indexOf('=')
    return at < 0 ? [one, ''] : [one.slice(0, at), one.slice(at + 1)]
  })
  return {
    path: textsOf(request, coapOption.uriPath),
    query: new Map(query),
    isConfirmable: request.type === 'con',
  }
}

/** The segments after `ps`. As in EMQX, `%41` is `A`. */
export function topicOf({ path }: ReadRequest, kind: 'name' | 'filter'): string {
  try {
    const topic = path
      .slice(1)
      .map((segment) => decodeURIComponent(segment))
      .join('/')
    if (kind === 'name') validateTopicName(topic)
    else validateTopicFilter(topic)
    return topic
  } catch {
    return refuse('invalid topic')
  }
}

export function qosOf({ query, isConfirmable }: ReadRequest, preset: 'qos0' | 'qos1' | 'qos2' | 'coap'): Qos {
  const asked = query.get('qos')
  if (asked === undefined) {
    if (preset === 'coap') return isConfirmable ? 1 : 0
    return preset === 'qos2' ? 2 : preset === 'qos1' ? 1 : 0
  }
  return asked === '0' ? 0 : asked === '1' ? 1 : asked === '2' ? 2 : refuse('invalid qos')
}

export function retainOf({ query }: ReadRequest): boolean {
  const value = query.get('retain') ?? 'false'
  if (['true', '1'].includes(value)) return true
  return ['false', '0'].includes(value) ? false : refuse('invalid retain')
}

/** Seconds; undefined for a message that does not expire. */
export function expiryOf({ query }: ReadRequest): number | undefined {
  const value = query.get('expiry') ?? '0'
  if (!/^\d{1,10}$/.test(value) || Number(value) > 0xffffffff) return refuse('invalid expiry')
  return Number(value) || undefined
}

export function toClientRequest({ query }: ReadRequest, keepalive?: number): ClientRequest {
  return {
    clientId: query.get('clientid') ?? '',
    username: query.get('username'),
    password: query.get('password'),
    protocolName: 'CoAP',
    protocolVersion: '1',
    ...(keepalive !== undefined && { keepalive }),
    packet: Object.fromEntries(query),
  }
}

/** Converts a reason code of MQTT 5. */
export function responseTo(code: number, success: number): CoapContent {
  if (code < 0x80) return { code: success }
  if (code === 0x86) return loginRefusal({ refused: code, reason: '' }).content
  if (code === 0x87) return { code: coapCode.badRequest, payload: Buffer.from('not_authorized') }
  if (code === 0x90 || code === 0x8f) return { code: coapCode.badRequest, payload: Buffer.from('invalid topic') }
  return { code: busy.has(code) ? coapCode.unavailable : coapCode.internalError }
}

/** Server busy, message rate, quota, connection rate. */
const busy: ReadonlySet<number> = new Set([0x88, 0x89, 0x96, 0x97, 0x9f])
