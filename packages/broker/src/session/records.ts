import { encodeMessage } from '../message/message-codec.ts'
import type { Will } from '../packets/index.ts'
import type { Runtime } from '../runtime.ts'
import type { ClientInfo, Message, Qos, Subscription } from '../types.ts'
import type { Journal } from './journal.ts'
import type { QueuedMessage } from './queued-message.ts'
import type { Session } from './session.ts'

/** A session on disk. Keys of the other records name it by its own. */
export interface SessionRecord {
  readonly info: ClientInfo
  readonly expiryInterval: number
  readonly createdAt: number
  readonly connectedAt: number
  /** Undefined while connected, and so after a sudden end of the process. */
  readonly disconnectedAt: number | undefined
  readonly will: Will | undefined
}

export interface SubscriptionRecord {
  readonly session: number
  readonly subscription: Subscription
}

export interface QueuedMessageRecord {
  readonly session: number
  readonly body: number
  readonly qos: Qos
  readonly retain: boolean
  readonly subscriptionId: number | undefined
  readonly sharedName: string | undefined
  readonly insertedAt: number
  readonly packetId: number
  readonly phase: QueuedMessage['phase']
}

export interface AwaitingRelRecord {
  readonly session: number
  readonly packetId: number
  readonly at: number
}

/** Keeps the disk's picture of one session up to date. */
export interface SessionRecords {
  saveSession(will: Will | undefined): void
  saveSubscription(subscription: Subscription): number
  removeSubscription(record: number): void
  /** QoS 0 is not kept: nobody was promised it. */
  saveMessage(queued: QueuedMessage): void
  removeMessage(queued: QueuedMessage): void
  saveAwaitingRel(packetId: number): void
  removeAwaitingRel(packetId: number): void
  /** Takes everything off the disk, the session itself first: what is left belongs to no session, should the process end. */
  removeAll(): Promise<void>
}

/** Message bodies on disk, each once, however many sessions wait for it. */
export interface Bodies {
  addReference(message: Message): number
  removeReference(message: Message): void
  /** A body that was read from disk. */
  restore(message: Message, key: number): void
}

export function createBodies(journal: Journal): Bodies {
  const held = new Map<Message, { readonly key: number; references: number }>()
  return {
    addReference: (message) => {
      const body = held.get(message)
      if (body) {
        body.references += 1
        return body.key
      }
      const key = journal.nextKey()
      held.set(message, { key, references: 1 })
      journal.put('bodies', key, encodeMessage(message))
      return key
    },
    removeReference: (message) => {
      const body = held.get(message)
      if (!body) return
      body.references -= 1
      if (body.references > 0) return
      held.delete(message)
      journal.remove('bodies', body.key)
    },
    restore: (message, key) => {
      const body = held.get(message)
      if (body) body.references += 1
      else held.set(message, { key, references: 1 })
    },
  }
}

export interface RestoredRecords {
  readonly key: number
  /** Records of the packet ids that wait for PUBREL. */
  readonly awaitingRel: Map<number, number>
  /** The body each queued's record names. */
  readonly bodyKeys: Map<QueuedMessage, number>
}

/** Records of a session that has none yet, or of one just read from disk. */
export function createRecords(
  session: Session,
  { journal, turn }: Pick<Runtime, 'journal' | 'turn'>,
  bodies: Bodies,
  restored?: RestoredRecords,
): SessionRecords {
  const key = restored?.key ?? journal.nextKey()
  const awaitingRel = restored?.awaitingRel ?? new Map<number, number>()
  const bodyKeys = restored?.bodyKeys ?? new Map<QueuedMessage, number>()

  const removeMessage = (queued: QueuedMessage) => {
    if (queued.record === 0) return
    journal.remove('queue', queued.record)
    bodies.removeReference(queued.message)
    bodyKeys.delete(queued)
    queued.record = 0
  }

  const saveMessage = (queued: QueuedMessage) => {
    if (queued.qos === 0) return
    const isNew = queued.record === 0
    if (isNew) {
      queued.record = journal.nextKey()
      bodyKeys.set(queued, bodies.addReference(queued.message))
    }
    const { qos, retain, subscriptionId, sharedName, insertedAt, packetId, phase } = queued
    const record: QueuedMessageRecord = {
      session: key,
      body: bodyKeys.get(queued) ?? 0,
      qos,
      retain,
      subscriptionId,
      sharedName,
      insertedAt,
      packetId,
      phase,
    }
    journal.put('queue', queued.record, record)
    if (isNew)
      journal.commit().whenSafe((safe) => {
        // The publisher is told that it failed: the message must not wait here all the same.
        if (!safe) session.retract(queued)
      })
  }

  return {
    saveSession: (will) => {
      const { info, expiryInterval, createdAt, connectedAt, disconnectedAt } = session
      const record: SessionRecord = { info, expiryInterval, createdAt, connectedAt, disconnectedAt, will }
      journal.put('sessions', key, record)
    },
    saveSubscription: (subscription) => {
      const record = journal.nextKey()
      journal.put('subscriptions', record, { session: key, subscription } satisfies SubscriptionRecord)
      return record
    },
    removeSubscription: (record) => {
      if (record > 0) journal.remove('subscriptions', record)
    },
    saveMessage,
    removeMessage,
    saveAwaitingRel: (packetId) => {
      const record = journal.nextKey()
      awaitingRel.set(packetId, record)
      const at = session.awaitingRel.get(packetId) ?? 0
      journal.put('awaiting_rel', record, { session: key, packetId, at } satisfies AwaitingRelRecord)
    },
    removeAwaitingRel: (packetId) => {
      const record = awaitingRel.get(packetId)
      awaitingRel.delete(packetId)
      if (record !== undefined) journal.remove('awaiting_rel', record)
    },
    removeAll: async () => {
      journal.remove('sessions', key)
      // Collected before the first pause: the session may get records of its own again meanwhile.
      const relations = [...awaitingRel.values()]
      awaitingRel.clear()
      const subscriptions = [...session.subscriptions.values()].map(({ record }) => record)
      const entries = [...session.inflight.values(), ...session.mqueue.entries()].map((queued) => {
        const { message, record } = queued
        queued.record = 0
        return { message, record }
      })
      bodyKeys.clear()
      for (const record of relations) {
        if (turn.spend()) await turn.next()
        journal.remove('awaiting_rel', record)
      }
      for (const record of subscriptions) {
        if (turn.spend()) await turn.next()
        if (record > 0) journal.remove('subscriptions', record)
      }
      for (const { message, record } of entries) {
        if (turn.spend()) await turn.next()
        if (record === 0) continue
        journal.remove('queue', record)
        bodies.removeReference(message)
      }
    },
  }
}
