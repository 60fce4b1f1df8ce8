import type { GatewayMessage } from '../port.ts'
import { TopicIds } from './topic-ids.ts'

/** As EMQX's `max_awaiting_rel` and `await_rel_timeout`. */
const maxAwaitingRelease = 100
const awaitReleaseMs = 300_000

/** A message to the client whose delivery may have started. */
export interface Unfinished {
  readonly messageId: number
  readonly topic: string
  readonly qos: 1 | 2
  /** The client has the message, and must only complete it. */
  readonly isReleased: boolean
}

/** Session state that the broker does not store: it has only subscriptions and messages. */
export class SessionMemory {
  readonly topicIds = new TopicIds()
  /** Kept with the session: CONNECT without a will and without CleanSession does not delete it (MQTT-SN 1.2, 6.3). */
  will: GatewayMessage | undefined
  /** For messages to the client. */
  nextMessageId = 1
  unfinished: Unfinished | undefined
  /** Messages of QoS 2 without PUBREL, and when they were received. */
  readonly #awaiting = new Map<number, { readonly since: number; isSafe: boolean }>()

  /** `new`: the message must be published; `pending`: it is being published; `full`: too many wait for PUBREL. */
  receive(messageId: number, now: number): 'new' | 'pending' | 'duplicate' | 'full' {
    const before = this.#awaiting.get(messageId)
    if (before) return before.isSafe ? 'duplicate' : 'pending'
    if (this.#awaiting.size >= maxAwaitingRelease) this.#removeExpired(now)
    if (this.#awaiting.size >= maxAwaitingRelease) return 'full'
    this.#awaiting.set(messageId, { since: now, isSafe: false })
    return 'new'
  }
  /** The message is published. */
  secure(messageId: number): void {
    const entry = this.#awaiting.get(messageId)
    if (entry) entry.isSafe = true
  }
  /** PUBREL has come, or the message was rejected. */
  release(messageId: number): void {
    this.#awaiting.delete(messageId)
  }

  #removeExpired(now: number): void {
    for (const [messageId, { since }] of this.#awaiting) {
      if (now - since < awaitReleaseMs) return
      this.#awaiting.delete(messageId)
    }
  }
}

/** Approximate memory of an entry without topics. */
const emptyBytes = 2048
const defaultMaxBytes = 64 * 1024 * 1024

/**
 * The memories of disconnected clients, as long as the broker keeps their sessions. Beyond a common limit, the oldest are removed: the
 * client then registers its topics again.
 */
export class StoredMemories {
  /** In the order in which they expire, because all are kept equally long. */
  readonly #entries = new Map<
    string,
    { readonly memory: SessionMemory; readonly expiresAt: number; readonly bytes: number }
  >()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes = defaultMaxBytes) {
    this.#maxBytes = maxBytes
  }

  keep(clientId: string, memory: SessionMemory, now: number, ms: number): void {
    this.take(clientId)
    const bytes = emptyBytes + memory.topicIds.bytes + (memory.will?.payload.length ?? 0)
    this.#entries.set(clientId, { memory, expiresAt: now + ms, bytes })
    this.#bytes += bytes
    for (const [oldest, { expiresAt }] of this.#entries) {
      if (expiresAt > now && this.#bytes <= this.#maxBytes) return
      this.take(oldest)
    }
  }

  take(clientId: string): SessionMemory | undefined {
    const entry = this.#entries.get(clientId)
    if (entry === undefined) return undefined
    this.#entries.delete(clientId)
    this.#bytes -= entry.bytes
    return entry.memory
  }
}
