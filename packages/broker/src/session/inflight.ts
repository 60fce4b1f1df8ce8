import { packetIdAfter } from './packet-ids.ts'
import type { QueuedMessage } from './queued-message.ts'

const noEntries: ReadonlyMap<number, QueuedMessage> = new Map()
const noReplay: readonly QueuedMessage[] = []

/** The message that was acknowledged; `missed` if there is none, `inuse` if it waits for a different acknowledgement. */
export type Acknowledged = QueuedMessage | 'missed' | 'inuse'

/** Messages sent to a client and not acknowledged yet, by packet id. The map is created on first use. */
export class Inflight {
  #entries: Map<number, QueuedMessage> | undefined
  #lastPacketId = 0
  /** Messages to be sent again on a new connection [MQTT-4.4.0-1]. */
  #replay = noReplay
  #replayed = 0
  /** Number of messages that count towards the Receive Maximum of this connection. */
  #outstanding = 0

  /** In the order of sending. */
  get entries(): ReadonlyMap<number, QueuedMessage> {
    return this.#entries ?? noEntries
  }

  get size(): number {
    return this.#entries?.size ?? 0
  }

  get outstanding(): number {
    return this.#outstanding
  }

  /** Undefined when all packet ids are in use. */
  nextPacketId(): number | undefined {
    const id = packetIdAfter(this.#lastPacketId, this.entries)
    if (id !== undefined) this.#lastPacketId = id
    return id
  }

  add(queued: QueuedMessage): undefined {
    this.#entries ??= new Map()
    this.#entries.set(queued.packetId, queued)
  }

  has(queued: QueuedMessage): boolean {
    return this.entries.get(queued.packetId) === queued
  }

  find(type: 'puback' | 'pubrec' | 'pubcomp', packetId: number): Acknowledged {
    const queued = this.#entries?.get(packetId)
    if (!queued) return 'missed'
    if (type === 'puback') return queued.qos === 1 ? queued : 'inuse'
    if (queued.qos !== 2) return 'inuse'
    return queued.phase === (type === 'pubrec' ? 'publish' : 'pubrel') ? queued : 'inuse'
  }

  /** Counts a message sent on the present connection. */
  count(queued: QueuedMessage): void {
    queued.counted = true
    this.#outstanding += 1
  }

  remove(queued: QueuedMessage): void {
    this.#entries?.delete(queued.packetId)
    if (queued.counted) this.#outstanding -= 1
  }

  /** A connection starts: everything must be sent again. */
  restart(): void {
    this.#outstanding = 0
    this.#replay = this.size > 0 ? [...this.entries.values()] : noReplay
    this.#replayed = 0
    for (const queued of this.#replay) {
      queued.sentAt = 0
      queued.counted = false
    }
  }

  /** The connection has ended. */
  stop(): void {
    this.#replay = noReplay
  }

  /** The next message to be sent again; undefined if there is none left. */
  peekReplay(): QueuedMessage | undefined {
    for (;;) {
      const queued = this.#replay[this.#replayed]
      // Skips messages acknowledged in the meantime: the client had them from the previous connection.
      if (!queued || this.has(queued)) return queued
      this.#replayed += 1
    }
  }

  advanceReplay(): void {
    this.#replayed += 1
  }
}
