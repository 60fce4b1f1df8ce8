import type { Log } from '@mqdeck/kit'
import { decodeMessage, ownMessage } from '../message/message-codec.ts'
import type { Will } from '../packets/index.ts'
import type { Environment, JournalPort, QueuePort, ZonePort } from '../ports.ts'
import { parseFilter } from '../routing/index.ts'
import type { Message } from '../types.ts'
import type { Journal } from './journal.ts'
import type { QueuedMessage, QueuedMessages } from './queued-message.ts'
import {
  type AwaitingRelRecord,
  type Bodies,
  createRecords,
  type QueuedMessageRecord,
  type RestoredRecords,
  type SessionRecord,
  type SubscriptionRecord,
} from './records.ts'
import { Session } from './session.ts'

type RestorePorts = Environment & ZonePort & JournalPort & QueuePort

interface Restored {
  readonly session: Session
  readonly will: Will | undefined
}

/**
 * Restores the sessions on disk. Records without a session and bodies without a reference, which a crash between two commits
 * may leave, are removed.
 */
export function restoreSessions(ports: RestorePorts, bodies: Bodies): Restored[] {
  const { journal } = ports
  const found = new Map<number, Restored & { readonly records: RestoredRecords }>()
  for (const { key, value } of journal.entries('sessions')) {
    const record = value as SessionRecord // written by records.ts
    const session = new Session(record.info, ports.zones.of(record.info.zone), ports)
    session.createdAt = record.createdAt
    session.connectedAt = record.connectedAt
    session.disconnectedAt = record.disconnectedAt
    session.expiryInterval = record.expiryInterval
    session.isUnchecked = record.isUnchecked === true
    session.keepalive = record.info.keepalive
    found.set(key, { session, will: record.will, records: { key, awaitingRel: new Map(), bodyKeys: new Map() } })
  }
  restoreSubscriptions(journal, found)
  restoreAwaitingRel(journal, found)
  restoreMessages(ports, bodies, found)
  for (const { session, records } of found.values()) session.records = createRecords(session, ports, bodies, records)
  return [...found.values()]
}

type Found = ReadonlyMap<number, Restored & { readonly records: RestoredRecords }>

function restoreSubscriptions(journal: Journal, found: Found): void {
  for (const { key, value } of journal.entries('subscriptions')) {
    const { session: owner, subscription } = value as SubscriptionRecord // written by records.ts
    const session = found.get(owner)?.session
    if (session) {
      const parsed = parseFilter(subscription.topic)
      session.addSubscription({ subscription, parsed, record: key })
    } else journal.remove('subscriptions', key)
  }
}

function restoreAwaitingRel(journal: Journal, found: Found): void {
  for (const { key, value } of journal.entries('awaiting_rel')) {
    const { session: owner, packetId, at } = value as AwaitingRelRecord // written by records.ts
    const owned = found.get(owner)
    if (owned) {
      owned.session.restoreAwaitingRel(packetId, at)
      owned.records.awaitingRel.set(packetId, key)
    } else journal.remove('awaiting_rel', key)
  }
}

function restoreMessages({ journal, log, queuedMessages }: RestorePorts, bodies: Bodies, found: Found): void {
  const messages = readBodies(journal, log)
  const used = new Set<number>()
  for (const { key, value } of journal.entries('queue')) {
    const record = value as QueuedMessageRecord // written by records.ts
    const owned = found.get(record.session)
    const message = messages.get(record.body)
    if (!owned || !message) {
      journal.remove('queue', key)
      continue
    }
    const queued = toQueuedMessage(queuedMessages, record, message, key)
    used.add(record.body)
    bodies.restore(message, record.body)
    owned.records.bodyKeys.set(queued, record.body)
    owned.session.restore(queued)
  }
  for (const key of messages.keys()) if (!used.has(key)) journal.remove('bodies', key)
}

function readBodies(journal: Journal, log: Log): Map<number, Message> {
  const messages = new Map<number, Message>()
  for (const { key, value } of journal.entries('bodies')) {
    try {
      messages.set(key, ownMessage(decodeMessage(value as Uint8Array))) // a binary table
    } catch (error) {
      log.warn({ key, error: String(error) }, 'queued_message_unreadable')
      journal.remove('bodies', key)
    }
  }
  return messages
}

function toQueuedMessage(
  queuedMessages: QueuedMessages,
  record: QueuedMessageRecord,
  message: Message,
  key: number,
): QueuedMessage {
  const { qos, retain, subscriptionId, sharedName, insertedAt, packetId, phase } = record
  const queued = queuedMessages.create(message, qos, retain, subscriptionId, sharedName, insertedAt)
  queued.packetId = packetId
  queued.phase = phase
  queued.record = key
  return queued
}
