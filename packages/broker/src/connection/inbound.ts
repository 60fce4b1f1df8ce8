import type { Rate } from '@mqdeck/contract'
import { Fifo } from '@mqdeck/kit'
import { createTokenBucket, type TokenBucket } from '../listeners/token-bucket.ts'
import { createFramer, type Framer, type Packet } from '../packets/index.ts'
import type { ProtocolVersion } from '../types.ts'

/** Bytes read from a client while an earlier packet still waits for a hook or the disk. */
export const maxReadAheadBytes = 64 * 1024
/** Packets read from a publisher that waits for subscribers before reading stops. */
const maxPostponed = 256

/** Received packets of a client that are not handled yet, and the rate limits of its listener. */
export class Inbound {
  readonly #framer: Framer
  /** Packets received while the client waited for subscribers, without acknowledgements. */
  #postponed: Fifo<Packet> | undefined
  #postponedBytes = 0
  /** Undefined if the listener has no limit. */
  #messageRate: TokenBucket | undefined
  #byteRate: TokenBucket | undefined

  constructor(framing: Parameters<typeof createFramer>[0]) {
    this.#framer = createFramer(framing)
  }

  /** The version of the CONNECT, also if that was invalid. */
  get version(): ProtocolVersion | undefined {
    return this.#framer.version
  }

  /** Bytes of packets that are not read yet. */
  get buffered(): number {
    return this.#framer.buffered
  }

  /** Number of packets, counted up to `max`. */
  countWaiting(max: number): number {
    return this.#framer.countWaiting(max)
  }

  push(chunk: Buffer, now: number): void {
    this.#byteRate?.spend(chunk.length, now)
    this.#framer.push(chunk)
  }

  next(): Packet | undefined {
    const packet = this.#postponed?.shift()
    if (!packet) return this.#framer.next()
    this.#postponedBytes -= payloadLength(packet)
    return packet
  }

  /** The next acknowledgement; postpones other packets. Subscribers, including this client, may be waiting for its acknowledgements. */
  nextAcknowledgement(): Packet | undefined {
    while (!this.isFull) {
      const packet = this.#framer.next()
      if (!packet || isAcknowledgement(packet)) return packet
      this.#postponed ??= new Fifo()
      this.#postponed.push(packet)
      this.#postponedBytes += payloadLength(packet)
    }
    return undefined
  }

  /** Whether too many packets are postponed to read more. */
  get isFull(): boolean {
    return (this.#postponed?.length ?? 0) >= maxPostponed || this.#postponedBytes >= maxReadAheadBytes
  }

  /** Sets the rate limits. A client above them is paused, its packets are not refused. */
  limit(messages: Rate | undefined, bytes: Rate | undefined, now: number): void {
    this.#messageRate = messages && createTokenBucket(messages, now)
    this.#byteRate = bytes && createTokenBucket(bytes, now)
  }

  get isLimited(): boolean {
    return this.#messageRate !== undefined || this.#byteRate !== undefined
  }

  /** Counts a PUBLISH for the rate limit. */
  countPublish(now: number): void {
    this.#messageRate?.spend(1, now)
  }

  /** Milliseconds until the next packet may be handled. */
  wait(now: number): number {
    return Math.max(this.#messageRate?.wait(1, now) ?? 0, this.#byteRate?.wait(0, now) ?? 0)
  }
}

const payloadLength = (packet: Packet) => (packet.type === 'publish' ? packet.payload.length : 0)

const isAcknowledgement = ({ type }: Packet) => type === 'puback' || type === 'pubrec' || type === 'pubcomp'
