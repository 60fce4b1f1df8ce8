import { timingSafeEqual } from 'node:crypto'
import { AppError } from '@mqdeck/contract'
import { ExchangeLimits } from '../coap-stack/exchange.ts'
import { type CoapMessage, coapCode, coapOption, uintOf, uintOption } from '../coap-stack/message.ts'
import type { CoapContent } from '../coap-stack/message-layer.ts'
import type { Peer as CoapPeer, CoapService } from '../coap-stack/peer.ts'
import { loginRefusal, Refused, refuse } from '../coap-stack/refusal.ts'
import type { GatewayContext } from '../port.ts'
import type { CoapApi, DeviceRequest, DeviceResponse } from './api.ts'
import type { CoapSettings } from './manifest.ts'
import {
  expiryOf,
  qosOf,
  type ReadRequest,
  readRequest,
  responseTo,
  retainOf,
  toClientRequest,
  topicOf,
} from './request.ts'
import { Session } from './session.ts'

const missingToken = 'Missing token or clientid in connection mode'
const contentFormats = { 'text/plain': 0, 'application/octet-stream': 42, 'application/json': 50 } as const
const methods = { get: coapCode.get, post: coapCode.post, put: coapCode.put, delete: coapCode.delete } as const

type Peer = CoapPeer<Session>

/** The sessions of the gateway. Serves the requests of all addresses. */
export class Gateway implements CoapService<Session>, CoapApi {
  readonly name = 'coap'
  readonly context: GatewayContext<CoapSettings>
  readonly limits = new ExchangeLimits()
  readonly maxInProgress = 32
  readonly isObserver = false
  /** By the query parameter `clientid`. */
  readonly #sessions = new Map<string, Session>()
  /** By the client ID in the broker. */
  readonly #clients = new Map<string, Session>()

  constructor(context: GatewayContext<CoapSettings>) {
    this.context = context
  }

  async serve(peer: Peer, message: CoapMessage): Promise<CoapContent> {
    const request = readRequest(message)
    if (message.code > coapCode.delete) throw new Refused(coapCode.methodNotAllowed)
    const [root, resource, ...rest] = request.path
    if (root === 'ps') return this.#topic(peer, message, request)
    if (root === 'mqtt' && resource === 'connection' && rest.length === 0)
      return this.#connection(peer, message, request)
    throw root === 'mqtt' ? new Refused(coapCode.notFound) : new Refused(coapCode.badRequest)
  }

  async request(clientId: string, request: DeviceRequest): Promise<DeviceResponse | 'unknown' | 'timeout'> {
    if (Buffer.byteLength(request.token) > 8) throw new AppError('BAD_REQUEST', 'token: must have at most 8 bytes')
    const session = this.#clients.get(clientId)
    if (!session) return 'unknown'
    const token = Buffer.from(request.token)
    const content = {
      code: methods[request.method],
      options: [uintOption(coapOption.contentFormat, contentFormats[request.contentType])],
      payload: Buffer.from(request.payload),
    }
    const response = await session.peer.exchange.request(content, token, request.timeout)
    if (typeof response === 'string') return 'timeout'
    return {
      id: response.id,
      token: Buffer.from(response.token).toString(),
      method: nameOf(response.code),
      payload: Buffer.from(response.payload).toString(),
    }
  }

  stop(): void {
    this.#sessions.clear()
    this.#clients.clear()
  }

  async #connection(peer: Peer, { code }: CoapMessage, request: ReadRequest): Promise<CoapContent> {
    if (code === coapCode.get) throw new Refused(coapCode.methodNotAllowed)
    if (code === coapCode.post) return this.#open(peer, request)
    const session = this.#sessionOf(peer, request)
    if (code === coapCode.put) {
      // As in EMQX, a heartbeat without a token is enough from the address of the connection.
      const heard = session ?? (request.query.has('token') ? undefined : this.#sessionAt(peer, request))
      if (!heard) return refuse(missingToken)
      heard.heardFrom(peer)
      return { code: coapCode.changed }
    }
    if (!session && request.query.has('token') && this.#sessions.has(request.query.get('clientid') ?? ''))
      return refuse(missingToken)
    session?.disconnect('normal')
    return { code: coapCode.deleted }
  }

  async #open(peer: Peer, request: ReadRequest): Promise<CoapContent> {
    const clientId = request.query.get('clientid')
    if (!clientId) return refuse(missingToken)
    if (this.#sessions.get(clientId)?.hasConnection) return refuse('Bad Request: client has connected')
    const session = await this.#connect(peer, request, clientId)
    session.watchHeartbeat()
    return { code: coapCode.created, payload: Buffer.from(session.token) }
  }

  async #topic(peer: Peer, message: CoapMessage, request: ReadRequest): Promise<CoapContent> {
    const session = this.#sessionOf(peer, request)
    if (!session && this.context.settings().connection_required) return refuse(missingToken)
    if (message.code === coapCode.post || message.code === coapCode.put)
      return this.#publish(peer, message, request, session)
    const filter = topicOf(request, 'filter')
    const observe = uintOf(message, coapOption.observe)
    if (message.code === coapCode.delete || observe === 1) {
      const known = session ?? (await this.#authenticated(peer, request))
      await known?.cancel(filter)
      return { code: message.code === coapCode.delete ? coapCode.deleted : coapCode.noContent }
    }
    if (observe === undefined) return this.#read(peer, request, session)
    if (observe !== 0) return refuse('invalid observe value')
    const qos = qosOf(request, this.context.settings().subscribe_qos)
    const observer = session ?? (await this.#observer(peer, request))
    const outcome = await observer.observe(filter, message.token, qos)
    return typeof outcome === 'number' ? responseTo(outcome, coapCode.content) : outcome
  }

  async #publish(
    peer: Peer,
    { payload }: CoapMessage,
    request: ReadRequest,
    session: Session | undefined,
  ): Promise<CoapContent> {
    const expiry = expiryOf(request)
    const message = {
      topic: topicOf(request, 'name'),
      // The datagram's memory is not kept.
      payload: Uint8Array.from(payload),
      qos: qosOf(request, this.context.settings().publish_qos),
      retain: retainOf(request),
      ...(expiry !== undefined && { properties: { messageExpiryInterval: expiry } }),
    }
    const code = await (session?.client
      ? session.client.publish(message)
      : this.context.publish(peer.channel, toClientRequest(request), message))
    return responseTo(code, coapCode.changed)
  }

  /** Reads the retained message of a topic by a subscription, if necessary of a client that exists only for this request. */
  async #read(peer: Peer, request: ReadRequest, session: Session | undefined): Promise<CoapContent> {
    const topic = topicOf(request, 'name')
    const existing = session ?? (await this.#authenticated(peer, request))
    const reader = existing ?? (await this.#observer(peer, request))
    const found = await reader.read(topic)
    if (!existing) reader.disconnect('normal')
    if (typeof found === 'number') return responseTo(found, coapCode.content)
    return found ? { code: coapCode.content, payload: found.payload } : { code: coapCode.notFound }
  }

  #sessionAt(peer: Peer, { query }: ReadRequest): Session | undefined {
    const session = this.#sessions.get(query.get('clientid') ?? '')
    return session === peer.client && !this.context.settings().connection_required ? session : undefined
  }

  /** The session that a request belongs to, by its token. */
  #sessionOf(peer: Peer, { query }: ReadRequest): Session | undefined {
    const clientId = query.get('clientid')
    const token = query.get('token')
    const session = clientId ? this.#sessions.get(clientId) : undefined
    const isSame = token !== undefined && session !== undefined && isEqual(token, session.token)
    if (isSame) {
      // A client that has moved to another listener has other rules.
      if (session.peer.channel.listener !== peer.channel.listener) return refuse(missingToken)
      session.heardFrom(peer)
      return session
    }
    // Each request without a connection is authenticated, because the address of a datagram can be forged.
    return undefined
  }

  /** The observer of this address, if the request has its client ID and may use it. */
  async #authenticated(peer: Peer, request: ReadRequest): Promise<Session | undefined> {
    const outcome = await this.context.authenticate(peer.channel, toClientRequest(request))
    if ('refused' in outcome) throw loginRefusal(outcome)
    const session = this.#sessions.get(request.query.get('clientid') ?? '')
    if (!session || session !== peer.client || session.client?.info.username !== outcome.username) return undefined
    session.heardFrom(peer)
    return session
  }

  async #observer(peer: Peer, request: ReadRequest): Promise<Session> {
    return (
      (await this.#authenticated(peer, request)) ?? this.#connect(peer, request, request.query.get('clientid') ?? '')
    )
  }

  async #connect(peer: Peer, request: ReadRequest, requestedId: string): Promise<Session> {
    const { clock, settings } = this.context
    const session = new Session(peer, {
      clock,
      settings,
      onEnd: (one) => {
        if (this.#sessions.get(requestedId) === one) this.#sessions.delete(requestedId)
        const id = one.client?.info.clientId ?? ''
        if (this.#clients.get(id) === one) this.#clients.delete(id)
      },
    })
    const keepalive = Math.round(settings().heartbeat / 1000)
    const outcome = await this.context.connect(peer.channel, toClientRequest(request, keepalive), session.handlers)
    if ('refused' in outcome) throw loginRefusal(outcome)
    session.client = outcome.client
    peer.assign(session)
    this.#sessions.set(requestedId, session)
    this.#clients.set(outcome.client.info.clientId, session)
    return session
  }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** EMQX's names of response codes. */
const responseNames: Readonly<Record<number, string>> = {
  65: '{ok,created}',
  66: '{ok,deleted}',
  67: '{ok,valid}',
  68: '{ok,changed}',
  69: '{ok,content}',
  71: '{ok,nocontent}',
  95: '{ok,continue}',
  128: '{error,bad_request}',
  129: '{error,unauthorized}',
  130: '{error,bad_option}',
  131: '{error,forbidden}',
  132: '{error,not_found}',
  133: '{error,method_not_allowed}',
  134: '{error,not_acceptable}',
  136: '{error,request_entity_incomplete}',
  140: '{error,precondition_failed}',
  141: '{error,request_entity_too_large}',
  143: '{error,unsupported_content_format}',
  160: '{error,internal_server_error}',
  161: '{error,not_implemented}',
  162: '{error,bad_gateway}',
  163: '{error,service_unavailable}',
  164: '{error,gateway_timeout}',
  165: '{error,proxying_not_supported}',
}

const nameOf = (code: number): string =>
  responseNames[code] ?? `{error,${code >> 5}.${String(code & 31).padStart(2, '0')}}`
