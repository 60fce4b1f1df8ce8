import { randomInt } from 'node:crypto'
import { AppError } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { coapCode, coapOption, uintOption } from '../coap-stack/message.ts'
import type { CoapContent } from '../coap-stack/message-layer.ts'
import type { Peer as CoapPeer, PeerClient } from '../coap-stack/peer.ts'
import type { ClientHandlers, Delivery, GatewayClient } from '../port.ts'
import type { CoapSettings } from './manifest.ts'

type Peer = CoapPeer<Session>

/** An observation of a topic filter. */
interface Observation {
  token: Uint8Array
  /** 24 bits (RFC 7641, 3.4). 0 in the response to the request. */
  sequence: number
}

/** Milliseconds of silence after which an observer must confirm the next notification. */
const silenceMs = 60_000
const maxUnconfirmed = 64
/** Milliseconds in which a retained message arrives after its subscription. */
const retainedMs = 300

/** A client with a connection, or an observer without. */
export class Session implements PeerClient {
  readonly token = String(randomInt(2 ** 32))
  readonly observations = new Map<string, Observation>()
  readonly #clock: Clock
  readonly #settings: () => CoapSettings
  readonly #onEnd: (session: Session) => void
  /** Filters by the ID of non-confirmable notifications. */
  readonly #sent = new Map<number, string>()
  peer: Peer
  client: GatewayClient | undefined
  lastHeard: number
  #cancelHeartbeat = () => {}
  #isConfirming = false
  /** Opened by POST /mqtt/connection. */
  hasConnection = false
  /** Receive the retained message of a topic. */
  readonly #readers = new Map<string, (delivery: Delivery) => void>()
  /** The address that has received the token of the connection. */
  readonly #opener: Peer
  #holds = 0
  #released: Promise<unknown> = Promise.resolve()

  constructor(
    peer: Peer,
    ports: {
      readonly clock: Clock
      readonly settings: () => CoapSettings
      readonly onEnd: (session: Session) => void
    },
  ) {
    this.peer = peer
    this.#opener = peer
    this.#clock = ports.clock
    this.#settings = ports.settings
    this.#onEnd = ports.onEnd
    this.lastHeard = ports.clock.now()
  }

  readonly handlers: ClientHandlers = {
    deliver: (delivery) => this.#deliver(delivery),
    closed: () => this.end(),
    // A notification needs the token of an observation.
    subscribe: () =>
      Promise.reject(new AppError('BAD_REQUEST', 'CoAP clients subscribe by observing a topic (GET with Observe 0)')),
    unsubscribe: async (filter) => {
      const observation = this.observations.get(filter)
      await this.cancel(filter)
      // An error ends the observation of the client (RFC 7641, 4.2).
      if (observation) this.peer.exchange.send({ code: coapCode.notFound }, observation.token)
    },
  }

  /** Ends the connection when the client is silent. */
  watchHeartbeat(): void {
    this.hasConnection = true
    this.#cancelHeartbeat()
    this.#cancelHeartbeat = this.#clock.after(this.#settings().heartbeat * 1.5, () =>
      this.disconnect('keepalive_timeout'),
    )
  }

  /** A request of this client has arrived, maybe from another address. */
  heardFrom(peer: Peer): void {
    this.lastHeard = this.#clock.now()
    if (this.hasConnection) {
      this.watchHeartbeat()
      if (peer === this.#opener) peer.exchange.setVerified()
    }
    if (peer !== this.peer) this.#moveTo(peer)
  }

  #moveTo(peer: Peer): void {
    this.peer.release(this)
    peer.assign(this)
    this.peer = peer
    if (this.client) this.client.channel = peer.channel
    if (this.observations.size > 0) this.#verifyAddress()
  }

  /** Holds notifications until the address has answered: anyone could have them sent to a victim. */
  #verifyAddress(): void {
    const { peer } = this
    if (peer.exchange.isVerified) return
    const ended = peer.exchange.verify().then((isVerified) => {
      if (!isVerified && this.peer === peer) this.disconnect('keepalive_timeout')
    })
    this.#holdUntil(ended)
  }

  /** Messages stay in the queue of the broker. */
  #holdUntil(end: Promise<unknown>): void {
    this.#holds += 1
    this.client?.hold()
    const released = end.then(() => {
      this.#holds -= 1
      if (this.#holds === 0) this.client?.release()
    })
    this.#released = Promise.all([this.#released, released])
  }

  disconnect(reason: 'normal' | 'keepalive_timeout'): void {
    this.client?.disconnect(reason)
    this.end()
  }

  async observe(filter: string, token: Uint8Array, qos: 0 | 1 | 2): Promise<CoapContent | number> {
    const before = this.observations.get(filter)
    const previous = before?.token
    const observation = before ?? { token, sequence: 0 }
    observation.token = token
    this.observations.set(filter, observation)
    const { sequence } = observation
    this.#verifyAddress()
    const code = (await this.client?.subscribe(filter, { qos })) ?? 0x80
    if (code >= 0x80) {
      if (previous) observation.token = previous
      else this.observations.delete(filter)
      return code
    }
    return { code: coapCode.content, options: [uintOption(coapOption.observe, sequence)] }
  }

  /** Reads the retained message of a topic; undefined if there is none. A number is the reason code of a refusal. */
  async read(topic: string): Promise<Delivery | number | undefined> {
    if (this.#holds > 0) await this.#released
    if (!this.client || this.#holds > 0 || this.#readers.has(topic)) return 0x89
    let cancel = () => {}
    let code = 0
    const observed = this.client.subscriptions.find(({ filter }) => filter === topic)
    try {
      const found = new Promise<Delivery | undefined>((resolve) => {
        this.#readers.set(topic, resolve)
        cancel = this.#clock.after(retainedMs, () => resolve(undefined))
      })
      code = await this.client.subscribe(topic, { ...observed, qos: observed?.qos ?? 0, retainHandling: 0 })
      return code < 0x80 ? await found : code
    } finally {
      cancel()
      this.#readers.delete(topic)
      if (!observed && code < 0x80) await this.client?.unsubscribe(topic)
    }
  }

  async cancel(filter: string): Promise<void> {
    this.observations.delete(filter)
    await this.client?.unsubscribe(filter)
  }

  /** The client has rejected a notification, which cancels its observation (RFC 7641, 3.6). */
  onReset(id: number): boolean {
    const filter = this.#sent.get(id)
    if (filter === undefined) return false
    void this.cancel(filter)
    return true
  }

  #deliver(delivery: Delivery): void {
    const reader = delivery.retain ? this.#readers.get(delivery.topic) : undefined
    if (reader) {
      reader(delivery)
      delivery.acknowledge()
      return
    }
    const filter = delivery.filters.find((one) => this.observations.has(one))
    const observation = filter === undefined ? undefined : this.observations.get(filter)
    if (filter === undefined || !observation) {
      delivery.acknowledge()
      return
    }
    observation.sequence = (observation.sequence + 1) & 0xffffff
    const content: CoapContent = {
      code: coapCode.content,
      options: [uintOption(coapOption.observe, observation.sequence)],
      payload: delivery.payload,
    }
    const { notify_type: type } = this.#settings()
    const isConfirmable = type === 'con' || (type === 'qos' && delivery.qos > 0)
    const isSilent = !this.#isConfirming && this.#clock.now() - this.lastHeard > silenceMs
    if (isConfirmable || isSilent) {
      void this.#confirm(filter, observation, content, delivery)
      return
    }
    const { id, transferred } = this.peer.exchange.send(content, observation.token)
    if (transferred) this.#holdUntil(transferred)
    this.#sent.set(id, filter)
    const [oldest] = this.#sent.keys()
    if (this.#sent.size > maxUnconfirmed && oldest !== undefined) this.#sent.delete(oldest)
    delivery.acknowledge()
  }

  async #confirm(filter: string, { token }: Observation, content: CoapContent, delivery: Delivery): Promise<void> {
    this.#isConfirming = true
    const notified = this.peer.exchange.notify(content, token)
    // A newer message would replace the message whose blocks the client fetches.
    if (this.peer.exchange.isInBlocks(content, token)) this.#holdUntil(notified)
    const outcome = await notified
    this.#isConfirming = false
    if (outcome === 'timeout') {
      this.disconnect('keepalive_timeout')
      return
    }
    this.lastHeard = this.#clock.now()
    delivery.acknowledge()
    if (outcome === 'reset') await this.cancel(filter)
  }

  end(): void {
    this.#cancelHeartbeat()
    this.observations.clear()
    this.peer.release(this)
    this.#onEnd(this)
  }
}
