import { packetIdAfter } from './packet-ids.ts'
import type { QueuedMessage } from './queued-message.ts'

const noEntries: ReadonlyMap<number, QueuedMessage> = new Map()
const nothing: readonly QueuedMessage[] = []

/** The queued an acknowledgement is for; `missed` when there is none, `inuse` when it waits for another one. */
export type Acknowledged = QueuedMessage | 'missed' | 'inuse'

/** What was sent to a client and is not acknowledged yet, by packet id. Its map is made when the first queued comes. */
export class Inflight {
  #entries: Map<number, QueuedMessage> | undefined
  #lastPacketId = 0
  /** To be sent again since the connection began [MQTT-4.4.0-1]. */
  #replay = nothing
  #replayed = 0
  /** Entries that count against the receive maximum of this connection. */
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

  waitingFor(type: 'puback' | 'pubrec' | 'pubcomp', packetId: number): Acknowledged {
    const queued = this.#entries?.get(packetId)
    if (!queued) return 'missed'
    if (type === 'puback') return queued.qos === 1 ? queued : 'inuse'
    if (queued.qos !== 2) return 'inuse'
    return queued.phase === (type === 'pubrec' ? 'publish' : 'pubrel') ? queued : 'inuse'
  }

  /** It is on its way over the connection there is. */
  count(queued: QueuedMessage): void {
    queued.counted = true
    this.#outstanding += 1
  }

  remove(queued: QueuedMessage): void {
    this.#entries?.delete(queued.packetId)
    if (queued.counted) this.#outstanding -= 1
  }

  /** A connection begins: everything is to be sent again. */
  restart(): void {
    this.#outstanding = 0
    this.#replay = this.size > 0 ? [...this.entries.values()] : nothing
    this.#replayed = 0
    for (const queued of this.#replay) {
      queued.sentAt = 0
      queued.counted = false
    }
  }

  /** The connection is gone. */
  stop(): void {
    this.#replay = nothing
  }

  /** The next queued to be sent again, undefined when all were. */
  peekReplay(): QueuedMessage | undefined {
    for (;;) {
      const queued = this.#replay[this.#replayed]
      // Acknowledged before its turn came: the client had it from the connection before.
      if (!queued || this.has(queued)) return queued
      this.#replayed += 1
    }
  }

  replayed(): void {
    this.#replayed += 1
  }
}
