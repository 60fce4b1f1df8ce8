import { Fifo } from '@mqdeck/kit'
import type { Transport } from '../listeners/transport.ts'
import type { Environment, WirePort } from '../ports.ts'
import type { HeldBytes } from '../session/held-bytes.ts'
import type { Commit } from '../session/journal.ts'
import type { ClientTraffic } from '../types.ts'
import { copyIfSmallPart, toWrites } from './packet-joiner.ts'

type OutboxPorts = Pick<Environment & WirePort, 'turn' | 'metrics' | 'packetJoiner'> & {
  readonly held: Pick<HeldBytes, 'addUnsent'>
}

interface Deferred {
  state: 'waiting' | 'safe' | 'refused'
  readonly send: () => void
  readonly refuse: () => void
}

/** The packets for one client, collected during a turn of the event loop and written at its end. */
export class Outbox {
  #pending: Uint8Array[] | undefined
  #pendingBytes = 0
  /**
   * Written before `#pending`: acknowledgements overtake the messages of the turn. A client that receives its own message first
   * acknowledges it first, and Nagle's algorithm then delays its next PUBLISH.
   */
  #first: Uint8Array[] | undefined
  /** The last pending range. A range that follows it in the same buffer is joined without a copy. */
  #buffer: Uint8Array | undefined
  #start = 0
  #end = 0
  /** Bytes in the socket after the last write; an upper bound until it drains. */
  #inSocket = 0
  #scheduled = false
  #closed = false
  /** Created on first use, because most clients never need it. */
  #deferred: Fifo<Deferred> | undefined
  readonly #transport: Transport
  readonly #ports: OutboxPorts
  readonly #traffic: ClientTraffic
  readonly #onFlush: () => void
  readonly #onLate: () => void
  /** Bytes that may wait for the client before messages go to its queue instead. */
  readonly highWatermark: number

  /**
   * `onFlush` is called after each flush unless the outbox is congested, `onLate` when the disk keeps an acknowledgement from
   * the client for too long.
   */
  constructor(
    transport: Transport,
    ports: OutboxPorts,
    traffic: ClientTraffic,
    highWatermark: number,
    onFlush: () => void,
    onLate: () => void,
  ) {
    this.#transport = transport
    this.#ports = ports
    this.#traffic = traffic
    this.highWatermark = highWatermark
    this.#onFlush = onFlush
    this.#onLate = onLate
  }

  /** Bytes not yet sent, at most: cheaper than `bytes`, for every packet. */
  get maxUnsentBytes(): number {
    return this.#pendingBytes + this.#inSocket
  }

  get congested(): boolean {
    return this.#pendingBytes + this.#inSocket > this.highWatermark
  }

  get isFilling(): boolean {
    return this.#pendingBytes + this.#inSocket > this.highWatermark / 2
  }

  /** The client does not read its acknowledgements, so the broker stops reading from it. */
  get isOverfull(): boolean {
    return this.#pendingBytes + this.#inSocket > 2 * this.highWatermark
  }

  get bytes(): number {
    return this.#pendingBytes + this.#transport.pendingBytes
  }

  /** Number of acknowledgements waiting for the disk. */
  get deferred(): number {
    return this.#deferred?.length ?? 0
  }

  /** PUBLISH, or a part of it: a whole buffer, or a range of one. */
  push(buffer: Uint8Array, start = 0, end = buffer.length): void {
    if (this.#closed) return
    this.#pendingBytes += end - start
    if (this.#buffer === buffer && this.#end === start && !this.#transport.writeEach) this.#end = end
    else {
      this.#closeRange()
      this.#buffer = buffer
      this.#start = start
      this.#end = end
    }
    this.#schedule()
  }

  /** PUBACK, PUBREC, PUBREL or PUBCOMP: written before the messages since the last other packet. */
  pushAck(bytes: Uint8Array): void {
    if (this.#closed) return
    this.#pendingBytes += bytes.length
    this.#first ??= []
    this.#first.push(bytes)
    this.#schedule()
  }

  /**
   * Any other packet. It keeps its place: acknowledgements must not overtake CONNACK [MQTT-3.2.0-1], and nothing may follow
   * DISCONNECT [MQTT-3.14.4-1].
   */
  pushControl(bytes: Uint8Array): void {
    if (this.#closed) return
    this.#closeRange()
    this.#pendingBytes += bytes.length
    this.#first ??= []
    for (const message of this.#pending ?? []) this.#first.push(message)
    this.#pending = undefined
    this.#first.push(bytes)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    this.#ports.turn.schedule(this.#flushInTurn)
  }

  #closeRange(): void {
    const buffer = this.#buffer
    if (!buffer) return
    this.#buffer = undefined
    const isWhole = this.#start === 0 && this.#end === buffer.length
    const bytes = isWhole ? buffer : buffer.subarray(this.#start, this.#end)
    if (this.#pending) this.#pending.push(bytes)
    else this.#pending = [bytes]
  }

  /**
   * Calls `send` when the commit is safe and everything deferred before was sent, which keeps acknowledgements in order
   * [MQTT-4.6.0-2]. Without a commit it only waits for its predecessors. Calls `refuse` if the commit failed, and `onLate` of
   * the constructor if the disk does not answer in time.
   */
  defer(commit: Commit | undefined, send: () => void, refuse: () => void): void {
    const item: Deferred = { state: commit ? 'waiting' : 'safe', send, refuse }
    this.#deferred ??= new Fifo()
    this.#deferred.push(item)
    if (!commit) {
      this.#settle()
      return
    }
    commit.whenSafe((safe) => {
      item.state = safe ? 'safe' : 'refused'
      this.#settle()
    }, this.#onLate)
  }

  /** Reads the pending bytes of the socket, which does not report every change. */
  refresh(): void {
    this.#setInSocket(this.#transport.pendingBytes)
  }

  onDrain(): void {
    this.#setInSocket(0)
  }

  #setInSocket(bytes: number): void {
    if (bytes !== this.#inSocket) this.#ports.held.addUnsent(bytes - this.#inSocket)
    this.#inSocket = bytes
  }

  flush(): void {
    this.#closeRange()
    const pending = this.#first ? this.#first.concat(this.#pending ?? []) : this.#pending
    if (!pending) return
    this.#first = undefined
    const bytes = this.#pendingBytes
    this.#pending = undefined
    this.#pendingBytes = 0
    this.#ports.metrics['bytes.sent'] += bytes
    this.#traffic.sendOct += bytes
    this.#traffic.sendCnt += 1
    const [only] = pending
    if (only && pending.length === 1) this.#transport.write(copyIfSmallPart(only))
    else if (this.#transport.writeEach) for (const slice of toWrites(pending)) this.#transport.writeEach(slice)
    else for (const slice of this.#ports.packetJoiner.join(pending)) this.#transport.write(slice)
    this.#setInSocket(this.#transport.pendingBytes)
  }

  /** Discards everything, including deferred acknowledgements. */
  close(): void {
    this.#closed = true
    this.#pending = undefined
    this.#first = undefined
    this.#buffer = undefined
    this.#pendingBytes = 0
    this.#setInSocket(0)
  }

  readonly #flushInTurn = () => {
    this.#scheduled = false
    if (this.#closed) return
    this.flush()
    if (!this.congested) this.#onFlush()
  }

  #settle(): void {
    const deferred = this.#deferred
    for (let head = deferred?.peek(); head && head.state !== 'waiting'; head = deferred?.peek()) {
      deferred?.shift()
      if (this.#closed) continue
      if (head.state === 'safe') head.send()
      else head.refuse()
    }
  }
}
