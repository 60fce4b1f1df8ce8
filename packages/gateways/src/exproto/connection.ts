import { randomBytes } from 'node:crypto'
import { messageOf } from '@mqdeck/contract'
import type { Channel, ChannelHandler, Delivery, GatewayClient, GatewayContext } from '../port.ts'
import { Overload } from './adapter-server.ts'
import type { HandlerClient } from './handler-client.ts'
import type { AdapterRequests, Answer, HandlerMessage, HandlerRequests } from './protocol.ts'

/** Bytes of a device that wait for the handler, at which the device is not read any more. */
const maxWaitingBytes = 256 * 1024
const maxWaitingDatagrams = 1000
/** Messages that wait for the handler, at which the broker keeps further ones. */
const maxWaitingMessages = 100
/** Limit of one call, below the 4 MB that gRPC accepts by default. */
const maxCallBytes = 1024 * 1024
const maxMessageBytes = 4 * 1024 * 1024 - 64 * 1024
/** Unsent bytes at which Send is not answered, and at which it is refused. */
const maxUnsentBytes = 1024 * 1024
const maxUnsentEver = 8 * 1024 * 1024

/** What a connection needs of its gateway. */
export interface ConnectionHost {
  readonly context: GatewayContext<unknown>
  readonly handler: HandlerClient
  /** The handler has got its last call. */
  readonly forget: (conn: string) => void
}

type OfConnection = 'Send' | 'Close' | 'Authenticate' | 'StartTimer' | 'Publish' | 'Subscribe' | 'Unsubscribe'

type ConnectionMethods = { readonly [M in OfConnection]: (request: AdapterRequests[M]) => Answer | Promise<Answer> }

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
  let bytes: Buffer[] = []
  let waitingBytes = 0
  let messages: Delivery[] = []
  let client: GatewayClient | undefined
  let isAuthenticating = false
  let isPaused = false
  let isHeld = false
  let hasTimedOut = false
  /** Set when the device is gone or was closed: no calls of the handler are accepted. */
  let endReason: string | undefined
  let isRunning = false
  let isAnnounced = false
  let hasFailed = false
  let isReported = false
  let lastReceived = clock.now()
  let stopTimer = () => {}
  const drained: (() => void)[] = []

  const end = (reason: string) => {
    if (endReason !== undefined) return
    endReason = reason
    stopTimer()
    client?.disconnect(reason)
    for (const call of drained.splice(0)) call()
    channel.end(reason)
    void run()
  }

  /** Calls the handler one call after the other, as long as there is something to report. */
  const run = async () => {
    if (isRunning) return
    isRunning = true
    try {
      for (let next = nextCall(); next; next = nextCall()) await next()
    } catch (error) {
      const reason = messageOf(error)
      log.warn({ conn, peername: `${channel.host}:${channel.port}`, reason }, 'exproto_handler_failed')
      hasFailed = true
      bytes = []
      messages = []
      end(`handler_failed: ${reason}`)
    }
    isRunning = false
    if (endReason === undefined || isReported) return
    isReported = true
    await calls.call('OnSocketClosed', { reason: reasonTerm(endReason) }).catch((error: unknown) => {
      if (!hasFailed) log.warn({ conn, reason: messageOf(error) }, 'exproto_handler_failed')
    })
    calls.end()
    forget(conn)
  }
  const nextCall = (): (() => Promise<void>) | undefined => {
    if (hasFailed) return undefined
    if (!isAnnounced) {
      isAnnounced = true
      return () => calls.call('OnSocketCreated', { conninfo: connInfoOf(channel) })
    }
    if (bytes.length > 0) return reportBytes
    if (messages.length > 0 && endReason === undefined) return reportMessages
    if (hasTimedOut) {
      hasTimedOut = false
      return async () => {
        await calls.call('OnTimerTimeout', { type: 'KEEPALIVE' })
        end('keepalive_timeout')
      }
    }
    return undefined
  }

  const reportBytes = async () => {
    // Datagrams are reported one by one, the bytes of a stream together.
    const next = channel.isDatagram ? bytes.splice(0, 1) : takeUpTo(bytes, maxCallBytes, (piece) => piece.length)
    await calls.call('OnReceivedBytes', { bytes: next.length === 1 && next[0] ? next[0] : Buffer.concat(next) })
    for (const piece of next) waitingBytes -= piece.length
    if (!isPaused || isFull()) return
    isPaused = false
    channel.resume()
  }
  const isFull = () => waitingBytes >= maxWaitingBytes || bytes.length >= maxWaitingDatagrams

  const reportMessages = async () => {
    const next = takeUpTo(messages, maxCallBytes, ({ payload, topic }) => payload.length + topic.length)
    await calls.call('OnReceivedMessages', { messages: next.map(toHandlerMessage) })
    for (const message of next) message.acknowledge()
    if (!isHeld || messages.length >= maxWaitingMessages) return
    isHeld = false
    client?.release()
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
    messages.push(delivery)
    if (messages.length >= maxWaitingMessages && !isHeld) {
      isHeld = true
      client?.hold()
    }
    // Messages that arrive together are reported together.
    queueMicrotask(() => void run())
  }

  const authenticate: Connection['Authenticate'] = async ({ clientinfo, password }) => {
    if (endReason !== undefined) return notAlive
    if (!clientinfo) return { code: 'REQUIRED_PARAMS_MISSED', message: 'clientinfo is required' }
    if (client || isAuthenticating) return { code: 'PERMISSION_DENY', message: 'Duplicated authenticate command' }
    isAuthenticating = true
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
    isAuthenticating = false
    if ('refused' in outcome) return { code: 'PERMISSION_DENY', message: outcome.reason }
    client = outcome.client
    if (endReason !== undefined) {
      client.disconnect(endReason)
      return notAlive
    }
    return success
  }

  void run()
  return {
    conn,
    data(piece) {
      lastReceived = clock.now()
      if (endReason !== undefined || piece.length === 0) return
      bytes.push(piece)
      waitingBytes += piece.length
      if (!isPaused && isFull()) {
        isPaused = true
        channel.pause()
      }
      void run()
    },
    drained() {
      for (const call of drained.splice(0)) call()
    },
    closed(reason) {
      if (endReason === undefined) end(reason)
    },
    Authenticate: authenticate,
    async Send({ bytes: sent }) {
      if (endReason !== undefined) return notAlive
      if (channel.pendingBytes + sent.length > maxUnsentEver && channel.pendingBytes > 0)
        throw new Overload('The device does not read its data')
      if (sent.length > 0) channel.send(sent)
      if (channel.pendingBytes <= maxUnsentBytes) return success
      await new Promise<void>((resolve) => drained.push(resolve))
      return endReason === undefined ? success : notAlive
    },
    Close() {
      if (endReason !== undefined) return notAlive
      end('normal')
      return success
    },
    StartTimer({ interval }) {
      if (interval < 1) return badParameter('interval must be at least 1')
      if (endReason !== undefined) return notAlive
      // A device without Authenticate is closed by this timer instead of the idle timeout.
      channel.keep?.()
      stopTimer()
      lastReceived = clock.now()
      if (client) client.details = { ...client.details, keepalive: interval }
      // As for MQTT, a device may be silent for one and a half intervals.
      const timeout = interval * 1500
      const check = () => {
        // Silence counts only while the device is read.
        const silence = isPaused ? 0 : clock.now() - lastReceived
        if (silence < timeout) {
          stopTimer = clock.after(timeout - silence, check)
          return
        }
        hasTimedOut = true
        void run()
      }
      stopTimer = clock.after(timeout, check)
      return success
    },
    async Publish({ topic, qos, payload }) {
      if (!isQos(qos)) return badParameter('qos must be 0, 1 or 2')
      if (endReason !== undefined) return notAlive
      if (!client) return unexpected
      return toAnswer(await client.publish({ topic, qos, payload }), `topic ${topic}`)
    },
    async Subscribe({ topic, qos }) {
      if (!isQos(qos)) return badParameter('qos must be 0, 1 or 2')
      if (endReason !== undefined) return notAlive
      if (!client) return unexpected
      return toAnswer(await client.subscribe(topic, { qos, retainHandling: 1 }), `topic filter ${topic}`)
    },
    async Unsubscribe({ topic }) {
      if (endReason !== undefined) return notAlive
      if (!client) return unexpected
      await client.unsubscribe(topic)
      return success
    },
  }
}

/** Removes items from the start, at least one and up to a size. */
function takeUpTo<T>(items: T[], max: number, sizeOf: (item: T) => number): T[] {
  let count = 0
  let size = 0
  for (const item of items) {
    size += sizeOf(item)
    if (count > 0 && size > max) break
    count += 1
  }
  return items.splice(0, count)
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
