import type { Entry } from './entry.ts'
import { packetIdAfter } from './packet-ids.ts'

const noEntries: ReadonlyMap<number, Entry> = new Map()
const nothing: readonly Entry[] = []

/** The entry an acknowledgement is for; `missed` when there is none, `inuse` when it waits for another one. */
export type Acknowledged = Entry | 'missed' | 'inuse'

/** What was sent to a client and is not acknowledged yet, by packet id. Its map is made when the first entry comes. */
export class Inflight {
  #entries: Map<number, Entry> | undefined
  #lastPacketId = 0
  /** To be sent again since the connection began [MQTT-4.4.0-1]. */
  #replay = nothing
  #replayed = 0
  /** Entries that count against the receive maximum of this connection. */
  #outstanding = 0

  /** In the order of sending. */
  get entries(): ReadonlyMap<number, Entry> {
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

  add(entry: Entry): undefined {
    this.#entries ??= new Map()
    this.#entries.set(entry.packetId, entry)
  }

  has(entry: Entry): boolean {
    return this.entries.get(entry.packetId) === entry
  }

  waitingFor(type: 'puback' | 'pubrec' | 'pubcomp', packetId: number): Acknowledged {
    const entry = this.#entries?.get(packetId)
    if (!entry) return 'missed'
    if (type === 'puback') return entry.qos === 1 ? entry : 'inuse'
    if (entry.qos !== 2) return 'inuse'
    return entry.phase === (type === 'pubrec' ? 'publish' : 'pubrel') ? entry : 'inuse'
  }

  /** It is on its way over the connection there is. */
  count(entry: Entry): void {
    entry.counted = true
    this.#outstanding += 1
  }

  remove(entry: Entry): void {
    this.#entries?.delete(entry.packetId)
    if (entry.counted) this.#outstanding -= 1
  }

  /** A connection begins: everything is to be sent again. */
  restart(): void {
    this.#outstanding = 0
    this.#replay = this.size > 0 ? [...this.entries.values()] : nothing
    this.#replayed = 0
    for (const entry of this.#replay) {
      entry.sentAt = 0
      entry.counted = false
    }
  }

  /** The connection is gone. */
  stop(): void {
    this.#replay = nothing
  }

  /** The next entry to be sent again, undefined when all were. */
  peekReplay(): Entry | undefined {
    for (;;) {
      const entry = this.#replay[this.#replayed]
      // Acknowledged before its turn came: the client had it from the connection before.
      if (!entry || this.has(entry)) return entry
      this.#replayed += 1
    }
  }

  replayed(): void {
    this.#replayed += 1
  }
}
