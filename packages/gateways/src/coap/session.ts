import { randomInt } from 'node:crypto'
import { AppError } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import type { ClientHandlers, Delivery, GatewayClient } from '../port.ts'
import type { CoapContent } from './exchange.ts'
import type { CoapSettings } from './manifest.ts'
import { coapCode, coapOption, uintOption } from './message.ts'
import type { Peer } from './peer.ts'

/** An observation of a topic filter. */
interface Observation {
  token: Uint8Array
  /** 24 bits; 0 of the response to the request. */
  sequence: number
}

/** Observers that have been silent for so long must confirm the next notification. */
const silenceMs = 60_000
const mostUnconfirmed = 64
/** A retained message arrives within this time of its subscription. */
const retainedMs = 300

/** A client with a connection, or an observer without. */
export class Session {
  readonly token = String(randomInt(2 ** 32))
  readonly observations = new Map<string, Observation>()
  readonly #clock: Clock
  readonly #settings: () => CoapSettings
  readonly #ended: (session: Session) => void
  /** Filters by the ID of notifications that are not confirmed. */
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

  constructor(
    peer: Peer,
    ports: {
      readonly clock: Clock
      readonly settings: () => CoapSettings
      readonly ended: (session: Session) => void
    },
  ) {
    this.peer = peer
    this.#clock = ports.clock
    this.#settings = ports.settings
    this.#ended = ports.ended
    this.lastHeard = ports.clock.now()
  }

  readonly handlers: ClientHandlers = {
    deliver: (delivery) => this.#deliver(delivery),
    closed: () => this.#end(),
    // A notification needs the token of an observation.
    subscribe: () =>
      Promise.reject(new AppError('BAD_REQUEST', 'CoAP clients subscribe by observing a topic (GET with Observe 0)')),
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
  heardFrom(peer: Peer, hasConnection: boolean): void {
    this.lastHeard = this.#clock.now()
    if (hasConnection) this.watchHeartbeat()
    if (peer === this.peer) return
    if (this.peer.session === this) this.peer.session = undefined
    peer.session?.disconnect('normal')
    peer.session = this
    this.peer = peer
    if (this.client) this.client.channel = peer.channel
  }

  disconnect(reason: 'normal' | 'keepalive_timeout'): void {
    this.client?.disconnect(reason)
    this.#end()
  }

  async observe(filter: string, token: Uint8Array, qos: 0 | 1 | 2): Promise<CoapContent | number> {
    const before = this.observations.get(filter)
    const previous = before?.token
    const observation = before ?? { token, sequence: 0 }
    observation.token = token
    this.observations.set(filter, observation)
    const { sequence } = observation
    const code = (await this.client?.subscribe(filter, { qos })) ?? 0x80
    if (code >= 0x80) {
      if (previous) observation.token = previous
      else this.observations.delete(filter)
      return code
    }
    return { code: coapCode.content, options: [uintOption(coapOption.observe, sequence)] }
  }

  /** The retained message of a topic; undefined if there is none. A number is the reason of a refusal. */
  async read(topic: string): Promise<Delivery | number | undefined> {
    if (!this.client || this.#readers.has(topic)) return 0x89
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

  /** The client has rejected a notification. */
  reset(id: number): void {
    const filter = this.#sent.get(id)
    if (filter !== undefined) void this.cancel(filter)
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
    this.#sent.set(this.peer.exchange.send(content, observation.token), filter)
    const [oldest] = this.#sent.keys()
    if (this.#sent.size > mostUnconfirmed && oldest !== undefined) this.#sent.delete(oldest)
    delivery.acknowledge()
  }

  async #confirm(filter: string, { token }: Observation, content: CoapContent, delivery: Delivery): Promise<void> {
    this.#isConfirming = true
    const outcome = await this.peer.exchange.notify(content, token)
    this.#isConfirming = false
    if (outcome === 'timeout') {
      this.disconnect('keepalive_timeout')
      return
    }
    this.lastHeard = this.#clock.now()
    delivery.acknowledge()
    if (outcome === 'reset') await this.cancel(filter)
  }

  #end(): void {
    this.#cancelHeartbeat()
    this.observations.clear()
    if (this.peer.session === this) this.peer.session = undefined
    this.#ended(this)
  }
}
