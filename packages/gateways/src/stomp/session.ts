import type { DisconnectReason, Qos } from '@mqdeck/broker'
import { AppError, messageOf } from '@mqdeck/contract'
import type { Channel, ChannelHandler, ClientHandlers, GatewayClient, GatewayContext, GatewayMessage } from '../port.ts'
import {
  createFrameReader,
  encodeFrame,
  type Frame,
  FrameError,
  type FrameLimits,
  type Header,
  headerOf,
  type Version,
} from './frame.ts'
import { parseHeartBeats, startHeartBeats } from './heart-beat.ts'
import { Refused, reasonText, required, toMessage, transactionOf } from './message.ts'
import { type AckMode, createSubscriptions, isAckMode } from './subscriptions.ts'
import { createTransactions, missing, type Refusal } from './transactions.ts'

/** Publishes that the broker has not completed; further frames wait. */
const maxPublishing = 100
/** Messages without ACK. Large, because STOMP has no way to agree on it and a client may acknowledge many together. */
const receiveMaximum = 1000

const versions: readonly Version[] = ['1.2', '1.1', '1.0']
const plainText: Header = ['content-type', 'text/plain']
const heartBeat = Buffer.from('\n')
const commands = new Set('CONNECT STOMP SEND SUBSCRIBE UNSUBSCRIBE ACK NACK BEGIN COMMIT ABORT DISCONNECT'.split(' '))
/** Commands that are completed before the next frame is read. */
const ordered = new Set(['CONNECT', 'STOMP', 'SUBSCRIBE', 'UNSUBSCRIBE', 'COMMIT', 'DISCONNECT'])
/** EMQX's words for clients that the broker disconnects. */
const endTexts: Readonly<Record<string, string>> = {
  kicked: 'Kicked out',
  discarded: 'Discarded',
  takenover: 'Discarded',
}

/** The settings of the gateway that the protocol uses. */
export interface StompSettings {
  readonly frame: FrameLimits
}

interface NewSubscription {
  readonly id: string | undefined
  readonly filter: string
  readonly mode: AckMode
  readonly qos: Qos
}

/** One STOMP connection. */
export function createSession(context: GatewayContext<StompSettings>, channel: Channel): ChannelHandler {
  const reader = createFrameReader(() => context.settings().frame)
  const transactions = createTransactions()
  let version: Version = '1.2'
  let state: 'new' | 'connecting' | 'connected' | 'ended' = 'new'
  let client: GatewayClient | undefined
  const subscriptions = createSubscriptions(channel, () => version)
  let stopHeartBeats = () => {}
  let lastReceived = context.clock.now()
  let publishing = 0
  let publishEnded = () => {}
  let isReading = false
  /** A frame is being processed, or the reading waits for another turn. */
  let isWaiting = false

  const send = (command: string, headers: readonly Header[], body?: string) =>
    channel.send(encodeFrame(command, headers, body === undefined ? undefined : Buffer.from(body), version))
  const hasReceipt = ({ headers }: Frame) => headerOf(headers, 'receipt') !== undefined
  const sendReceipt = ({ headers }: Frame) => {
    const receipt = headerOf(headers, 'receipt')
    if (receipt !== undefined) send('RECEIPT', [['receipt-id', receipt]])
  }
  const sendError = (text: string, frame?: Frame) => {
    const receipt = frame && headerOf(frame.headers, 'receipt')
    send('ERROR', [...(receipt === undefined ? [] : [['receipt-id', receipt] as const]), plainText], text)
  }
  const hasEnded = () => state === 'ended'
  const end = (reason: DisconnectReason) => {
    if (state === 'ended') return
    state = 'ended'
    stopHeartBeats()
    client?.disconnect(reason)
    channel.end(reason)
  }
  const fail = (text: string, reason: DisconnectReason, frame?: Frame) => {
    if (state === 'connected') sendError(text, frame)
    end(reason)
  }

  const process = async (frame: Frame): Promise<void> => {
    const { command } = frame
    if (commands.has(command)) context.count(`packets.${command.toLowerCase()}.received`)
    if (command === 'CONNECT' || command === 'STOMP') return connect(frame)
    if (!client) return end('protocol_error')
    const transaction = headerOf(frame.headers, 'transaction')
    switch (command) {
      case 'SEND':
        if (transaction === undefined) return startPublish(toMessage(frame, hasReceipt(frame)), frame)
        toMessage(frame, false)
        return addTo(transaction, frame)
      case 'ACK':
      case 'NACK':
        if (transaction === undefined) return acknowledge(frame)
        ackIdOf(frame)
        return addTo(transaction, frame)
      case 'SUBSCRIBE':
        await subscribe(client, frame)
        return sendReceipt(frame)
      case 'UNSUBSCRIBE':
        await unsubscribe(client, frame)
        return sendReceipt(frame)
      case 'BEGIN':
        return refuse(transactions.begin(transactionOf(frame)), frame)
      case 'ABORT':
        return refuse(transactions.end(transactionOf(frame)) ? undefined : missing(transactionOf(frame)), frame)
      case 'COMMIT':
        return commit(frame)
      case 'DISCONNECT':
        await waitForPublishes(0)
        sendReceipt(frame)
        return end('normal')
      default:
        throw new Refused(`Unknown command ${command}`)
    }
  }

  const refuse = (refusal: Refusal | undefined, frame: Frame) => {
    if (!refusal) return sendReceipt(frame)
    if (refusal.isFatal) throw new Refused(refusal.text)
    sendError(refusal.text, frame)
  }
  const addTo = (transaction: string, frame: Frame) => {
    const refusal = transactions.add(transaction, frame)
    // Receipts of frames in a transaction are sent with COMMIT.
    if (refusal) refuse(refusal, frame)
  }

  const handlers: ClientHandlers = {
    deliver: (delivery) => {
      subscriptions.deliver(delivery)
      context.count('packets.message.sent')
    },
    closed: (reason) => {
      if (state === 'connected') sendError(endTexts[reason] ?? `Disconnected: ${reason}`)
      end(reason)
    },
    subscribe: async (filter, qos, properties) => {
      const id = properties.subid
      if (typeof id !== 'string' && typeof id !== 'number') throw new AppError('BAD_REQUEST', 'no_subid')
      const refusal = client && (await addSubscription(client, { id: `${id}`, filter, mode: 'auto', qos }))
      if (refusal !== undefined) throw new AppError('BAD_REQUEST', refusal)
    },
    unsubscribe: async (filter) => {
      const found = subscriptions.find(undefined, filter)
      if (found) subscriptions.remove(found)
      await client?.unsubscribe(filter)
    },
  }

  const connect = async (frame: Frame) => {
    if (state !== 'new') throw new Refused('The connection is already established')
    state = 'connecting'
    const { headers } = frame
    const refuseLogin = (reason: string) => {
      send('ERROR', [], `Login Failed: ${reason}`)
      end('not_authorized')
    }
    const accepted = (headerOf(headers, 'accept-version') ?? '1.0').split(',').map((one) => one.trim())
    const agreed = versions.find((one) => accepted.includes(one))
    if (agreed === undefined) return refuseLogin('Supported protocol versions < 1.2')
    const heartBeats = parseHeartBeats(headerOf(headers, 'heart-beat'))
    if (!heartBeats) return refuseLogin('heart-beat must be two numbers of milliseconds')
    version = agreed
    const outcome = await context.connect(
      channel,
      {
        clientId: '',
        username: headerOf(headers, 'login'),
        password: headerOf(headers, 'passcode'),
        protocolName: 'STOMP',
        protocolVersion: version,
        keepalive: Math.floor(heartBeats.incoming / 1000),
        receiveMaximum,
        packet: { headers: Object.fromEntries([...headers].reverse()) },
      },
      handlers,
    )
    if ('refused' in outcome) return refuseLogin(outcome.reason)
    client = outcome.client
    // The connection has ended meanwhile.
    if (hasEnded()) return client.disconnect('tcp_closed')
    state = 'connected'
    send('CONNECTED', [
      ['server', 'emqx-stomp/1.2'],
      ['version', version],
      ['heart-beat', `${heartBeats.outgoing},${heartBeats.incoming}`],
    ])
    reader.setVersion(version)
    lastReceived = context.clock.now()
    stopHeartBeats = startHeartBeats({
      ...heartBeats,
      clock: context.clock,
      send: () => channel.pendingBytes === 0 && channel.send(heartBeat),
      // Silence counts only while data is read.
      lastReceived: () => (isWaiting ? context.clock.now() : lastReceived),
      silent: () => end('keepalive_timeout'),
    })
  }

  const subscribe = async (of: GatewayClient, { headers }: Frame) => {
    const filter = required(headers, 'SUBSCRIBE', 'destination')
    const mode = headerOf(headers, 'ack') ?? 'auto'
    if (!isAckMode(mode)) throw new Refused(`Invalid ack mode ${mode}`)
    const refusal = await addSubscription(of, {
      id: headerOf(headers, 'id'),
      filter,
      mode,
      qos: mode === 'auto' ? 0 : 1,
    })
    if (refusal !== undefined) throw new Refused(refusal)
  }

  const addSubscription = async (of: GatewayClient, { id, filter, mode, qos }: NewSubscription) => {
    const conflict = subscriptions.conflict(id, filter)
    if (conflict !== undefined) return conflict
    const subscription = { id, filter, mode }
    // Retained messages may arrive before `subscribe` resolves.
    subscriptions.add(subscription)
    const properties = id === undefined ? {} : { subid: id }
    const code = await of.subscribe(filter, { qos, retainHandling: 1, properties })
    if (code < 0x80) return undefined
    subscriptions.remove(subscription)
    return code === 0x87
      ? `Insufficient permissions for ${filter}`
      : `Cannot subscribe to ${filter}: ${reasonText(code)}`
  }

  const unsubscribe = async (of: GatewayClient, { headers }: Frame) => {
    const found = subscriptions.find(headerOf(headers, 'id'), headerOf(headers, 'destination'))
    if (!found) return
    subscriptions.remove(found)
    await of.unsubscribe(found.filter)
  }

  const acknowledge = (frame: Frame) => {
    subscriptions.acknowledge(ackIdOf(frame))
    sendReceipt(frame)
  }
  const ackIdOf = ({ command, headers }: Frame) =>
    (version === '1.2' ? undefined : headerOf(headers, 'message-id')) ?? required(headers, command, 'id')

  /** The receipt is sent when the broker has the message. */
  const startPublish = (message: GatewayMessage, frame: Frame) => {
    if (!client) return
    publishing += 1
    const done = (code: number) => {
      publishing -= 1
      if (code < 0x80) sendReceipt(frame)
      else if (code === 0x87) fail(`Insufficient permissions for ${message.topic}`, 'not_authorized', frame)
      else fail(`Cannot send to ${message.topic}: ${reasonText(code)}`, 'protocol_error', frame)
      publishEnded()
    }
    client.publish(message).then(done, (error: unknown) => {
      context.log.error({ reason: messageOf(error), topic: message.topic }, 'stomp_publish_failed')
      done(0x80)
    })
  }
  /** Resolves when at most `count` publishes are left. */
  const waitForPublishes = async (count: number) => {
    while (publishing > count && !hasEnded())
      await new Promise<void>((resolve) => {
        publishEnded = resolve
      })
  }

  const commit = async (frame: Frame) => {
    const id = transactionOf(frame)
    const frames = transactions.end(id)
    if (!frames) return refuse(missing(id), frame)
    for (const one of frames) {
      if (hasEnded()) return
      if (context.turn.spend()) await context.turn.next()
      await waitForPublishes(maxPublishing)
      if (one.command === 'SEND') startPublish(toMessage(one, hasReceipt(one) || hasReceipt(frame)), one)
      else acknowledge(one)
    }
    await waitForPublishes(0)
    if (!hasEnded()) sendReceipt(frame)
  }

  const read = async () => {
    if (isReading) return
    isReading = true
    try {
      while (!hasEnded()) {
        const frame = reader.next()
        if (!frame) break
        if (frame !== 'heart-beat') await processInTurn(frame)
        if (context.turn.isOver(1)) await withoutReading(context.turn.next())
      }
    } catch (error) {
      if (error instanceof FrameError) return fail(`Frame error: ${error.message}`, 'malformed_packet')
      context.log.error({ reason: messageOf(error), clientid: client?.info.clientId }, 'stomp_frame_failed')
      fail('Internal error', 'unspecified_error')
    } finally {
      isReading = false
    }
  }
  const processInTurn = async (frame: Frame) => {
    try {
      const done = process(frame)
      await (ordered.has(frame.command) ? withoutReading(done) : done)
      if (publishing > maxPublishing) await withoutReading(waitForPublishes(maxPublishing))
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      fail(error.message, 'protocol_error', frame)
    }
  }
  /** Waits without reading from the connection. */
  const withoutReading = async (work: Promise<void>) => {
    isWaiting = true
    channel.pause()
    try {
      await work
    } finally {
      isWaiting = false
      lastReceived = context.clock.now()
      channel.resume()
    }
  }

  return {
    data(bytes) {
      if (hasEnded()) return
      lastReceived = context.clock.now()
      reader.push(bytes)
      void read()
    },
    closed() {
      state = 'ended'
      stopHeartBeats()
      publishEnded()
    },
  }
}
