import { encodeMessage } from '../message/message-codec.ts'
import type { Will } from '../packets/index.ts'
import type { Environment, JournalPort } from '../ports.ts'
import type { ClientInfo, Message, Qos, Subscription } from '../types.ts'
import type { Journal } from './journal.ts'
import type { QueuedMessage } from './queued-message.ts'
import type { Session } from './session.ts'

/** A session on disk. The other records refer to its key. */
export interface SessionRecord {
  readonly info: ClientInfo
  readonly expiryInterval: number
  readonly createdAt: number
  readonly connectedAt: number
  /** Undefined while connected, also after a crash. */
  readonly disconnectedAt: number | undefined
  readonly will: Will | undefined
  /** Absent in records of earlier versions. */
  readonly isUnchecked?: boolean
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

/** Writes the changes of one session to disk. */
export interface SessionRecords {
  saveSession(will: Will | undefined): void
  saveSubscription(subscription: Subscription): number
  removeSubscription(record: number): void
  /** QoS 0 messages are not saved: they have no delivery guarantee. */
  saveMessage(queued: QueuedMessage): void
  removeMessage(queued: QueuedMessage): void
  saveAwaitingRel(packetId: number): void
  removeAwaitingRel(packetId: number): void
  /** Removes everything from disk, the session itself first, so that records left by a crash have no session. */
  removeAll(): Promise<void>
}

/** Message bodies on disk, each stored once for all sessions that refer to it. */
export interface Bodies {
  addReference(message: Message): number
  removeReference(message: Message): void
  /** Adds a reference to a body that was read from disk. */
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
  /** Record keys by packet ids that wait for PUBREL. */
  readonly awaitingRel: Map<number, number>
  /** The body keys in the records of the messages. */
  readonly bodyKeys: Map<QueuedMessage, number>
}

/** Creates the records of a session that is new on disk, or was read from disk. */
export function createRecords(
  session: Session,
  { journal, turn }: Environment & JournalPort,
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
        // The publisher gets an error, so the message must not stay in the queue.
        if (!safe) session.retract(queued)
      })
  }

  return {
    saveSession: (will) => {
      const { info, expiryInterval, createdAt, connectedAt, disconnectedAt, isUnchecked } = session
      const record: SessionRecord = {
        info,
        expiryInterval,
        createdAt,
        connectedAt,
        disconnectedAt,
        will,
        ...(isUnchecked && { isUnchecked }),
      }
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
      // Collected before the first pause, because the session may get new records in the meantime.
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
