import { inOrder } from '@mqdeck/kit'
import type { Channel, ChannelHandler, GatewayMessage } from '../port.ts'
import { decodePacket } from './decode.ts'
import { encodePacket } from './encode.ts'
import { type Gateway, isTopicName, toReturnCode, toWill } from './gateway.ts'
import { type PacketOf, returnCode, type SnPacket, type WillHeader } from './packets.ts'
import { Session, type SessionPeer, sessionExpirySeconds } from './session.ts'
import { SessionMemory } from './session-memory.ts'

/** Packets of one address that wait for the broker. Further ones are dropped, as on a network without flow control. */
const maxWaiting = 100

const protocol = { protocolName: 'MQTT-SN', protocolVersion: '1.2' } as const
const replacing = { silent: true, keepChannel: true } as const

/** The client ID of messages without a connection, as in EMQX. */
const connectionlessId = 'NegQoS-Client'

/** An address that sends datagrams: connects, wakes clients, and hands the rest to the session of its client. */
export class Peer implements ChannelHandler, SessionPeer {
  readonly channel: Channel
  session: Session | undefined
  /** CONNECT with a will waits for WILLTOPIC and WILLMSG. */
  #pending: { readonly connect: PacketOf<'connect'>; readonly will: WillHeader | undefined } | undefined
  #isClosed = false
  #waiting = 0
  readonly #inOrder = inOrder()
  readonly #gateway: Gateway

  constructor(gateway: Gateway, channel: Channel) {
    this.#gateway = gateway
    this.channel = channel
  }

  data(bytes: Buffer): void {
    const { count, settings, log } = this.#gateway.context
    const packet = decodePacket(bytes)
    if ('malformed' in packet) {
      count('packets.malformed')
      log.debug({ peername: `${this.channel.host}:${this.channel.port}`, reason: packet.malformed }, 'malformed_packet')
      return
    }
    count(`packets.${packet.type}.received`)
    this.session?.seen()
    switch (packet.type) {
      case 'searchgw':
        // Answers with the address of the answer: it is the gateway itself.
        this.send({ type: 'gwinfo', gatewayId: settings().gateway_id, address: Buffer.alloc(0) })
        break
      case 'regack':
      case 'puback':
      case 'pubrec':
      case 'pubcomp':
        this.session?.answer(packet)
        break
      default:
        this.#handleLater(packet)
    }
  }

  closed(reason: string): void {
    this.#isClosed = true
    this.#pending = undefined
    this.session?.channelClosed(reason)
  }

  send(packet: SnPacket): void {
    if (this.#isClosed) return
    this.#gateway.context.count(`packets.${packet.type}.sent`)
    this.channel.send(encodePacket(packet))
  }

  finish(reason: string): void {
    if (!this.#isClosed) this.channel.end(reason)
  }

  #handleLater(packet: SnPacket): void {
    if (this.#waiting >= maxWaiting) {
      this.#gateway.context.count('packets.dropped')
      return
    }
    this.#waiting += 1
    const handled = this.#inOrder(async () => {
      this.#waiting -= 1
      if (!this.#isClosed) await this.#handle(packet)
    })
    handled.catch((error: unknown) => {
      this.#gateway.context.log.error({ reason: String(error) }, 'mqttsn_packet_failed')
      this.finish('internal_error')
    })
  }

  async #handle(packet: SnPacket): Promise<void> {
    switch (packet.type) {
      case 'connect':
        return this.#startConnect(packet)
      case 'willtopic':
        return this.#willTopic(packet)
      case 'willmsg':
        return this.#willMessage(packet)
      case 'pingreq':
        return this.#ping(packet)
      case 'publish':
        return this.session ? this.session.handle(packet) : this.#publishUnconnected(packet)
      case 'disconnect':
        if (this.session) return this.session.handle(packet)
        this.send({ type: 'disconnect', duration: undefined })
        return this.finish('normal')
      case 'register':
      case 'pubrel':
      case 'subscribe':
      case 'unsubscribe':
      case 'willtopicupd':
      case 'willmsgupd':
        return this.session?.handle(packet)
      // Only gateways send the others.
    }
  }

  async #startConnect(connect: PacketOf<'connect'>): Promise<void> {
    if (!connect.will) return this.#connect(connect, 'kept')
    this.#pending = { connect, will: undefined }
    this.send({ type: 'willtopicreq' })
  }

  async #willTopic({ will }: PacketOf<'willtopic'>): Promise<void> {
    const pending = this.#pending
    if (pending === undefined) return
    if (will === undefined) {
      this.#pending = undefined
      return this.#connect(pending.connect, undefined)
    }
    if (toWill(will, Buffer.alloc(0)) === undefined) {
      this.#pending = undefined
      return this.send({ type: 'connack', code: returnCode.notSupported })
    }
    this.#pending = { connect: pending.connect, will }
    this.send({ type: 'willmsgreq' })
  }

  async #willMessage({ payload }: PacketOf<'willmsg'>): Promise<void> {
    const pending = this.#pending
    if (pending?.will === undefined) return
    this.#pending = undefined
    await this.#connect(pending.connect, toWill(pending.will, payload))
  }

  /** `kept`: the will of the session, if there is one. */
  async #connect(connect: PacketOf<'connect'>, will: GatewayMessage | undefined | 'kept'): Promise<void> {
    const { context } = this.#gateway
    const { clientId, cleanSession, duration } = connect
    const own = this.session
    if (own && own.requestedId !== clientId) own.end('discarded', replacing)
    const replaced = own && !own.isEnded ? own : this.#gateway.sleeper(clientId, this.channel)
    replaced?.beginReplacement()
    const wasAsleep = replaced?.isAsleep === true
    const session = new Session(this.#gateway, this, connect)
    const request = {
      ...protocol,
      clientId,
      cleanStart: cleanSession,
      sessionExpiryInterval: cleanSession ? 0 : sessionExpirySeconds,
      keepalive: duration,
      // Constrained clients handle one message at a time.
      receiveMaximum: 1,
      packet: { clientid: clientId, clean_session: cleanSession, duration },
    }
    const outcome = await context.connect(this.channel, request, session.handlers)
    if ('refused' in outcome) {
      context.log.info({ clientid: clientId, reason: outcome.reason }, 'mqttsn_connect_refused')
      replaced?.cancelReplacement()
      if (replaced && replaced === own) replaced.end('not_authorized', replacing)
      const isBusy = toReturnCode(outcome.refused) === returnCode.congestion
      return this.send({ type: 'connack', code: isBusy ? returnCode.congestion : returnCode.notAuthorized })
    }
    const { client, sessionPresent } = outcome
    // The address has gone silent, or the gateway stops.
    if (this.#isClosed) return client.disconnect('idle_timeout')
    replaced?.cancelReplacement()
    // The broker has ended it, unless it knows the client by another ID.
    replaced?.end('discarded', replacing)
    if (replaced && replaced.peer !== this) replaced.peer.finish('moved')
    const kept = this.#gateway.take(client.info.clientId)
    const memory = sessionPresent && kept ? kept : new SessionMemory()
    if (will !== 'kept') memory.will = will
    session.begin({ client, memory, isResumed: sessionPresent && !wasAsleep })
  }

  /** With a client ID: the client is awake for its messages. It may have another address than when it fell asleep. */
  #ping({ clientId }: PacketOf<'pingreq'>): void {
    if (clientId === undefined || clientId === '') {
      if (this.session) this.send({ type: 'pingresp' })
    } else if (this.session?.requestedId === clientId) this.session.wake(this)
    else if (!this.session) this.#gateway.sleeper(clientId, this.channel)?.wake(this)
  }

  /** QoS -1, to predefined and short topics. Everything else needs a connection. */
  async #publishUnconnected({ topic: ref, qos, retain, payload }: PacketOf<'publish'>): Promise<void> {
    const { context } = this.#gateway
    if (qos !== -1 || !context.settings().enable_qos3) return
    const topic = this.#gateway.nameOf(ref)
    if (topic === undefined || !isTopicName(topic)) return
    const request = { ...protocol, clientId: connectionlessId }
    await context.publish(this.channel, request, { topic, payload, qos: 0, retain })
  }
}
