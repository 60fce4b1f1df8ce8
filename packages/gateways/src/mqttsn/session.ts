import type { DisconnectReason } from '@mqdeck/broker'
import type { ClientHandlers, GatewayClient } from '../port.ts'
import type { Gateway } from './gateway.ts'
import { type ClientAnswer, Outbox } from './outbox.ts'
import { type PacketOf, returnCode, type SnPacket } from './packets.ts'
import { handleRequest, needsId, type Request, type Requester } from './requests.ts'
import type { SessionMemory } from './session-memory.ts'

/** Seconds that a session without CleanSession outlives its connection, as in EMQX. */
export const sessionExpirySeconds = 7200

/** The address of a client. */
export interface SessionPeer {
  readonly channel: GatewayClient['channel']
  session: Session | undefined
  send(packet: SnPacket): void
  /** Ends the channel. */
  finish(reason: string): void
}

/** The result of `CONNECT`. */
export interface Connected {
  readonly client: GatewayClient
  readonly memory: SessionMemory
  /** The broker had the session, and the client was not asleep. */
  readonly isResumed: boolean
}

/** A client from CONNECT to its end. It may sleep, and reconnect from another address. */
export class Session {
  /** Handed to the broker with CONNECT. */
  readonly handlers: ClientHandlers
  #state: 'connecting' | 'active' | 'asleep' | 'awake' | 'ended' = 'connecting'
  #peer: SessionPeer
  #connected: Connected | undefined
  #isBeingReplaced = false
  #lastSeen = 0
  #cancelWatch: (() => void) | undefined
  readonly #connect: PacketOf<'connect'>
  readonly #gateway: Gateway
  readonly #outbox: Outbox

  constructor(gateway: Gateway, peer: SessionPeer, connect: PacketOf<'connect'>) {
    this.#gateway = gateway
    this.#peer = peer
    this.#connect = connect
    const { clock, count } = gateway.context
    this.#outbox = new Outbox({
      clock,
      count,
      send: (packet) => this.#peer.send(packet),
      predefinedId: (topic) => gateway.predefinedId(topic),
      onEmpty: () => this.#endAwakeCycle(),
      onNoAnswer: () => this.#noAnswer(),
    })
    this.handlers = {
      deliver: (delivery) => this.#outbox.deliver(delivery),
      closed: (reason) => this.#closedByBroker(reason),
    }
  }

  get isEnded(): boolean {
    return this.#state === 'ended'
  }
  get isAsleep(): boolean {
    return this.#state === 'asleep' || this.#state === 'awake'
  }
  get peer(): SessionPeer {
    return this.#peer
  }
  /** The client ID in CONNECT. `clientinfo_override` may give the client another ID in the broker. */
  get requestedId(): string {
    return this.#connect.clientId
  }

  /** Sends CONNACK, and then the messages of the session. */
  begin(connected: Connected): void {
    if (this.isEnded) return
    this.#connected = connected
    this.#state = 'active'
    this.#peer.session = this
    connected.client.setWill(connected.memory.will)
    this.seen()
    // 1.5 times the keep alive, as in MQTT.
    if (this.#connect.duration > 0) this.#watch(this.#connect.duration * 1500)
    this.#peer.send({ type: 'connack', code: returnCode.accepted })
    if (connected.isResumed && this.#gateway.context.settings().subs_resume) this.#registerTopics(connected)
    this.#outbox.open(connected.memory)
  }

  /** A datagram of the client has arrived. */
  seen(): void {
    this.#lastSeen = this.#gateway.context.clock.now()
  }

  answer(packet: ClientAnswer): void {
    this.#outbox.answer(packet)
  }

  async handle(packet: Request | PacketOf<'disconnect'>): Promise<void> {
    if (this.#connected === undefined || this.isEnded) return
    if (packet.type !== 'disconnect') await handleRequest(packet, this.#requester(this.#connected))
    else if (packet.duration) this.#sleep(packet.duration, this.#connected)
    else this.end('normal', { silent: false })
  }

  /** PINGREQ with the client ID: a sleeping client gets its messages, then PINGRESP. */
  wake(peer: SessionPeer): void {
    if (this.#connected === undefined || this.isEnded) return
    const { client } = this.#connected
    if (peer !== this.#peer) this.#move(peer, client)
    this.seen()
    if (!this.isAsleep) {
      this.#peer.send({ type: 'pingresp' })
      return
    }
    this.#state = 'awake'
    client.details = { connected: false, sleep_state: 'awake' }
    this.#outbox.resume()
    client.release()
    this.#endAwakeCycle()
  }

  /** Another CONNECT of this client is about to replace this session. This does not publish its will. */
  beginReplacement(): void {
    this.#isBeingReplaced = true
    this.#connected?.client.setWill(undefined)
  }
  cancelReplacement(): void {
    this.#isBeingReplaced = false
    if (!this.isEnded) this.#connected?.client.setWill(this.#connected.memory.will)
  }

  /**
   * Ends the client, on its request or because it is lost. Its will is published unless the reason is `normal`.
   * `silent`: without DISCONNECT. `keepChannel`: another client connects through it.
   */
  end(reason: DisconnectReason, { silent = this.isAsleep, keepChannel = false } = {}): void {
    if (this.isEnded) return
    this.#stop(reason)
    if (!silent) this.#peer.send({ type: 'disconnect', duration: undefined })
    this.#connected?.client.disconnect(reason)
    if (!keepChannel) this.#peer.finish(reason)
  }

  /** The channel has ended, and the engine disconnects the client. */
  channelClosed(reason: string): void {
    this.#stop(reason)
  }

  #closedByBroker(reason: DisconnectReason): void {
    if (this.isEnded) return
    const isTakenOver = reason === 'takenover' || reason === 'discarded'
    const isAsleep = this.isAsleep
    this.#stop(reason)
    if (this.#isBeingReplaced) return
    // After a takeover from another address, the previous address may no longer have a device.
    if (!isTakenOver && !isAsleep) this.#peer.send({ type: 'disconnect', duration: undefined })
    this.#peer.finish(reason)
  }

  #stop(reason: string): void {
    if (this.isEnded) return
    const wasAsleep = this.isAsleep
    this.#state = 'ended'
    this.#cancelWatch?.()
    const unfinished = this.#outbox.stop()
    this.#gateway.onWake(this)
    if (this.#peer.session === this) this.#peer.session = undefined
    if (this.#connected === undefined) return
    const { client, memory } = this.#connected
    memory.nextMessageId = this.#outbox.nextMessageId
    memory.unfinished = unfinished
    // A client that only slept still has its topic identifiers.
    if (!(wasAsleep && this.#isBeingReplaced)) memory.topicIds.forgetAll()
    const isKept = !this.#connect.cleanSession || reason === 'takenover'
    if (isKept) this.#gateway.keep(client.info.clientId, memory, sessionExpirySeconds * 1000)
  }

  #requester({ client, memory }: Connected): Requester {
    return {
      client,
      memory,
      gateway: this.#gateway,
      outbox: this.#outbox,
      send: (packet) => {
        if (!this.isEnded) this.#peer.send(packet)
      },
      // As in EMQX, without DISCONNECT.
      onViolation: () => this.end('protocol_error', { silent: true }),
    }
  }

  #registerTopics({ client }: Connected): void {
    for (const { filter } of client.subscriptions)
      if (needsId(filter) && this.#gateway.predefinedId(filter) === undefined) this.#outbox.register(filter)
  }

  #sleep(seconds: number, { client }: Connected): void {
    this.#state = 'asleep'
    client.hold()
    this.#outbox.pause()
    client.details = { connected: false, sleep_state: 'asleep' }
    this.#gateway.onSleep(this)
    // The tolerance that MQTT-SN 1.2, 7.2 recommends.
    this.#watch(seconds * (seconds <= 60 ? 1500 : 1100))
    this.#peer.send({ type: 'disconnect', duration: undefined })
  }

  /** All messages of an awake client were sent and acknowledged. */
  #endAwakeCycle(): void {
    if (this.#state !== 'awake' || !this.#connected) return
    if (!this.#outbox.isEmpty || this.#connected.client.queued > 0) return
    this.#fallAsleep(this.#connected)
    this.#peer.send({ type: 'pingresp' })
  }

  #fallAsleep({ client }: Connected): void {
    this.#state = 'asleep'
    client.details = { connected: false, sleep_state: 'asleep' }
    client.hold()
    this.#outbox.pause()
  }

  #noAnswer(): void {
    // A sleeping client that does not answer may be out of reach until it wakes up again.
    if (this.#state === 'awake' && this.#connected) this.#fallAsleep(this.#connected)
    else this.end('keepalive_timeout')
  }

  #move(peer: SessionPeer, client: GatewayClient): void {
    const before = this.#peer
    if (before.session === this) before.session = undefined
    this.#peer = peer
    peer.session = this
    client.channel = peer.channel
    before.finish('moved')
  }

  /** Ends the client after this time without a datagram. */
  #watch(ms: number): void {
    this.#cancelWatch?.()
    const { clock } = this.#gateway.context
    const wait = (left: number) => {
      this.#cancelWatch = clock.after(left, () => {
        const silent = clock.now() - this.#lastSeen
        if (silent < ms) wait(ms - silent)
        else this.end('keepalive_timeout')
      })
    }
    wait(ms)
  }
}
