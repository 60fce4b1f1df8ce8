import { randomBytes } from 'node:crypto'
import { messageOf } from '@mqdeck/contract'
import type { Channel, ChannelHandler, Delivery, GatewayClient, GatewayContext } from '../port.ts'
import { Overload } from './adapter-server.ts'
import type { HandlerClient } from './handler-client.ts'
import type { AdapterRequests, Answer, HandlerMessage, HandlerRequests } from './protocol.ts'
import { ReportQueue } from './report-queue.ts'

/** Bytes, and datagrams or parts of a stream, of a device that wait for the handler. With more, the device is not read. */
const maxWaitingBytes = 256 * 1024
const maxWaitingPieces = 1000
/** Messages that wait for the handler. Further ones stay in the broker. */
const maxWaitingMessages = 100
/** A larger message exceeds the 4 MB that gRPC accepts by default. */
const maxMessageBytes = 4 * 1024 * 1024 - 64 * 1024
/** Unsent bytes with which Send waits, and with which it is refused. */
const maxUnsentBytes = 1024 * 1024
const maxUnsentEver = 8 * 1024 * 1024

/** The functions of the gateway that a connection uses. */
export interface ConnectionHost {
  readonly context: GatewayContext<unknown>
  readonly handler: HandlerClient
  /** Called after the last call of the handler. */
  readonly forget: (conn: string) => void
}

type OfConnection = 'Send' | 'Close' | 'Authenticate' | 'StartTimer' | 'Publish' | 'Subscribe' | 'Unsubscribe'

type ConnectionMethods = { readonly [M in OfConnection]: (request: AdapterRequests[M]) => Answer | Promise<Answer> }

/**
 * `silent`: the keep-alive timer has expired, which is reported after all bytes and messages. After the end, no calls of the
 * handler are accepted.
 */
type Stage = 'open' | 'authenticating' | 'silent' | { readonly endReason: string }

/** One device. The calls of the handler for it are methods. */
export interface Connection extends ChannelHandler, ConnectionMethods {
  /** Opaque for the handler. */
  readonly conn: string
}

export const connPattern = /^[\w-]{32}$/

const success: Answer = { code: 'SUCCESS', message: '' }
const unexpected: Answer = { code: 'UNKNOWN', message: '{error,unexpected_call}' }
export const notAlive: Answer = { code: 'CONN_PROCESS_NOT_ALIVE', message: 'Connection process is not alive' }
/** EMQX's code and reason, with the parameter added. */
export const badParameter = (text: string): Answer => ({ code: 'UNKNOWN', message: `PARAMS_TYPE_ERROR: ${text}` })
export const isQos = (qos: number): qos is 0 | 1 | 2 => qos === 0 || qos === 1 || qos === 2

export function createConnection(channel: Channel, { context, handler, forget }: ConnectionHost): Connection {
  const { clock, log } = context
  const conn = randomBytes(24).toString('base64url')
  const calls = handler.open(conn)
  let stage: Stage = 'open'
  let client: GatewayClient | undefined
  let lastReceived = clock.now()
  let stopTimer = () => {}
  /** Continues the reports. */
  let wake = () => {}
  const drained: (() => void)[] = []
  const received = new ReportQueue<Buffer>({
    sizeOf: (piece) => piece.length,
    maxItems: maxWaitingPieces,
    maxBytes: maxWaitingBytes,
    // Datagrams are reported one by one, the bytes of a stream together.
    ...(channel.isDatagram && { maxItemsPerCall: 1 }),
    stop: () => channel.pause(),
    restart: () => channel.resume(),
  })
  const deliveries = new ReportQueue<Delivery>({
    sizeOf: ({ payload, topic }) => payload.length + topic.length,
    maxItems: maxWaitingMessages,
    stop: () => client?.hold(),
    restart: () => client?.release(),
  })

  const endReason = () => (typeof stage === 'object' ? stage.endReason : undefined)
  const hasEnded = () => endReason() !== undefined

  const end = (reason: string) => {
    if (hasEnded()) return
    stage = { endReason: reason }
    stopTimer()
    client?.disconnect(reason)
    for (const call of drained.splice(0)) call()
    channel.end(reason)
    wake()
  }

  /** Calls the handler, one call after the other, until the device has ended. */
  const report = async () => {
    await calls.call('OnSocketCreated', { conninfo: connInfoOf(channel) })
    for (;;) {
      if (!received.isEmpty) await received.report(reportBytes)
      else if (hasEnded()) return
      else if (!deliveries.isEmpty) await deliveries.report(reportMessages)
      else if (stage === 'silent') {
        await calls.call('OnTimerTimeout', { type: 'KEEPALIVE' })
        end('keepalive_timeout')
      } else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  const reportBytes = (pieces: readonly Buffer[]) => {
    const [first] = pieces
    return calls.call('OnReceivedBytes', { bytes: pieces.length === 1 && first ? first : Buffer.concat(pieces) })
  }
  const reportMessages = async (messages: readonly Delivery[]) => {
    await calls.call('OnReceivedMessages', { messages: messages.map(toHandlerMessage) })
    for (const message of messages) message.acknowledge()
  }

  const onFailure = (error: unknown) => {
    const reason = messageOf(error)
    log.warn({ conn, peername: `${channel.host}:${channel.port}`, reason }, 'exproto_handler_failed')
    end(`handler_failed: ${reason}`)
    return true
  }

  const live = async () => {
    const hasFailed = await report().then(() => false, onFailure)
    await calls.call('OnSocketClosed', { reason: reasonTerm(endReason() ?? '') }).catch((error: unknown) => {
      if (!hasFailed) log.warn({ conn, reason: messageOf(error) }, 'exproto_handler_failed')
    })
    calls.end()
    forget(conn)
  }

  const toHandlerMessage = ({ topic, payload, qos, origin }: Delivery): HandlerMessage => ({
    node: context.node,
    id: origin?.id ?? '',
    qos,
    from: origin?.clientId ?? '',
    topic,
    payload,
    timestamp: origin?.timestamp ?? clock.now(),
  })

  const deliver = (delivery: Delivery) => {
    if (delivery.payload.length > maxMessageBytes) {
      log.warn({ conn, topic: delivery.topic, reason: 'larger than a gRPC message' }, 'exproto_message_dropped')
      return delivery.acknowledge()
    }
    deliveries.push(delivery)
    wake()
  }

  const authenticate: Connection['Authenticate'] = async ({ clientinfo, password }) => {
    if (hasEnded()) return notAlive
    if (!clientinfo) return { code: 'REQUIRED_PARAMS_MISSED', message: 'clientinfo is required' }
    if (client || stage !== 'open') return { code: 'PERMISSION_DENY', message: 'Duplicated authenticate command' }
    stage = 'authenticating'
    const { clientid, username, proto_name, proto_ver } = clientinfo
    const outcome = await context.connect(
      channel,
      {
        clientId: clientid,
        username: username === '' ? undefined : username,
        password: password === '' ? undefined : password,
        protocolName: proto_name,
        protocolVersion: proto_ver,
        receiveMaximum: maxWaitingMessages,
        packet: { clientid, username, password, proto_name, proto_ver },
      },
      { deliver, closed: (reason) => end(reason) },
    )
    const reason = endReason()
    if (reason !== undefined) {
      if ('client' in outcome) outcome.client.disconnect(reason)
      return notAlive
    }
    if (stage === 'authenticating') stage = 'open'
    if ('refused' in outcome) return { code: 'PERMISSION_DENY', message: outcome.reason }
    client = outcome.client
    return success
  }

  void live()
  return {
    conn,
    data(piece) {
      lastReceived = clock.now()
      if (hasEnded() || piece.length === 0) return
      received.push(piece)
      wake()
    },
    drain() {
      for (const call of drained.splice(0)) call()
    },
    closed: end,
    Authenticate: authenticate,
    async Send({ bytes }) {
      if (hasEnded()) return notAlive
      if (channel.pendingBytes + bytes.length > maxUnsentEver && channel.pendingBytes > 0)
        throw new Overload('The device does not read its data')
      if (bytes.length > 0) channel.send(bytes)
      if (channel.pendingBytes <= maxUnsentBytes) return success
      await new Promise<void>((resolve) => drained.push(resolve))
      return hasEnded() ? notAlive : success
    },
    Close() {
      if (hasEnded()) return notAlive
      end('normal')
      return success
    },
    StartTimer({ interval }) {
      if (interval < 1) return badParameter('interval must be at least 1')
      if (hasEnded()) return notAlive
      // A device without Authenticate is closed by this timer instead of the idle timeout.
      channel.keep?.()
      stopTimer()
      lastReceived = clock.now()
      if (client) client.details = { ...client.details, keepalive: interval }
      // As for MQTT, a device may be silent for one and a half intervals.
      const timeout = interval * 1500
      const check = () => {
        // Silence counts only while the device is read.
        const silence = received.isStopped ? 0 : clock.now() - lastReceived
        if (silence < timeout) {
          stopTimer = clock.after(timeout - silence, check)
          return
        }
        stage = 'silent'
        wake()
      }
      stopTimer = clock.after(timeout, check)
      return success
    },
    async Publish({ topic, qos, payload }) {
      if (!isQos(qos)) return badParameter('qos must be 0, 1 or 2')
      if (hasEnded()) return notAlive
      if (!client) return unexpected
      return toAnswer(await client.publish({ topic, qos, payload }), `topic ${topic}`)
    },
    async Subscribe({ topic, qos }) {
      if (!isQos(qos)) return badParameter('qos must be 0, 1 or 2')
      if (hasEnded()) return notAlive
      if (!client) return unexpected
      return toAnswer(await client.subscribe(topic, { qos, retainHandling: 1 }), `topic filter ${topic}`)
    },
    async Unsubscribe({ topic }) {
      if (hasEnded()) return notAlive
      if (!client) return unexpected
      await client.unsubscribe(topic)
      return success
    },
  }
}

/** Converts a reason code of MQTT. */
export function toAnswer(code: number, place: string): Answer {
  if (code < 0x80) return success
  if (code === 0x87) return { code: 'PERMISSION_DENY', message: 'Authorization deny' }
  if (code === 0x8f || code === 0x90) return { code: 'PARAMS_TYPE_ERROR', message: `${place} is not valid` }
  return { code: 'UNKNOWN', message: `${place} was refused with reason code ${code}` }
}

const socketTypes = { tcp: 'TCP', ssl: 'SSL', udp: 'UDP', dtls: 'DTLS' } as const

const connInfoOf = (channel: Channel): HandlerRequests['OnSocketCreated']['conninfo'] => ({
  socktype: socketTypes[channel.transport],
  peername: { host: channel.host, port: channel.port },
  sockname: { host: channel.localHost ?? '', port: channel.localPort },
  peercert: channel.certificate && {
    cn: channel.certificate.commonName ?? '',
    dn: channel.certificate.subject ?? '',
  },
})

/** Reasons in the words of EMQX, which handlers may compare: `{shutdown,kicked}`. */
const reasonTerm = (reason: string) => `{shutdown,${reason === 'takenover' ? 'discarded' : reason}}`
