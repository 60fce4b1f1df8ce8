/** Identifiers below are predefined (the setting `predefined` has 1 to 1024). */
const firstId = 1025
/** 0xFFFF is reserved (MQTT-SN 1.2, 5.3.11). */
const lastId = 0xfffe

/** Limits the memory that one client can use. */
interface Limits {
  readonly count: number
  readonly bytes: number
}
const defaultLimits: Limits = { count: 4096, bytes: 256 * 1024 }

interface Entry {
  readonly id: number
  readonly name: string
  /** The client asked for the identifier, so that it may publish with it at any time. */
  isFromClient: boolean
  /** The client has the identifier: it need not be registered before a message to the client. */
  isKnown: boolean
}

/** The topic identifiers of one client, kept as long as its session. */
export class TopicIds {
  /** In the order of use, the least recently used first. */
  readonly #byName = new Map<string, Entry>()
  readonly #names = new Map<number, string>()
  readonly #limits: Limits
  #bytes = 0
  #next = firstId

  constructor(limits: Limits = defaultLimits) {
    this.#limits = limits
  }

  /** Bytes of all names. */
  get bytes(): number {
    return this.#bytes
  }

  nameOf(id: number): string | undefined {
    return this.#names.get(id)
  }

  /** The identifier for a message to the client. */
  find(name: string): { readonly id: number; readonly isKnown: boolean } | undefined {
    return this.#use(name)
  }

  /** The client asks for an identifier. Undefined: it asked for too many. */
  register(name: string): number | undefined {
    const entry = this.#use(name) ?? this.#add(name, true)
    if (entry === undefined) return undefined
    entry.isFromClient = true
    entry.isKnown = true
    return entry.id
  }

  /** An identifier that the gateway must register with the client. Replaces the least recently used one if there are too many. */
  assign(name: string): number | undefined {
    return (this.#use(name) ?? this.#add(name, false))?.id
  }

  /** The client has accepted the identifier. */
  confirm(name: string): void {
    const entry = this.#byName.get(name)
    if (entry) entry.isKnown = true
  }

  /** The client does not have the identifier. */
  forget(name: string): void {
    const entry = this.#byName.get(name)
    if (entry) entry.isKnown = false
  }

  /** A client that connects again may have forgotten all identifiers. */
  forgetAll(): void {
    for (const entry of this.#byName.values()) entry.isKnown = false
  }

  #use(name: string): Entry | undefined {
    const entry = this.#byName.get(name)
    if (entry === undefined) return undefined
    this.#byName.delete(name)
    this.#byName.set(name, entry)
    return entry
  }

  #add(name: string, isFromClient: boolean): Entry | undefined {
    const size = Buffer.byteLength(name)
    const isFull = () => this.#byName.size >= this.#limits.count || this.#bytes + size > this.#limits.bytes
    while (isFull()) {
      if (!this.#removeOldest()) return undefined
    }
    const entry = { id: this.#freeId(), name, isFromClient, isKnown: false }
    this.#byName.set(name, entry)
    this.#names.set(entry.id, name)
    this.#bytes += size
    return entry
  }

  /** Only identifiers that the gateway assigned: it can register them again. */
  #removeOldest(): boolean {
    for (const entry of this.#byName.values()) {
      if (entry.isFromClient) continue
      this.#byName.delete(entry.name)
      this.#names.delete(entry.id)
      this.#bytes -= Buffer.byteLength(entry.name)
      return true
    }
    return false
  }

  #freeId(): number {
    while (this.#names.has(this.#next)) this.#step()
    const id = this.#next
    this.#step()
    return id
  }

  #step(): void {
    this.#next = this.#next === lastId ? firstId : this.#next + 1
  }
}
