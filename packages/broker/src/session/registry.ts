import { type DeliveryPorts, deliverShared } from '../dispatch.ts'
import { reasonCode, type Will } from '../packets/index.ts'
import type { JournalPort, PublishPort, QueuePort, RetainedPort } from '../ports.ts'
import type { DisconnectReason } from '../reasons.ts'
import type { ClientInfo, UserProperties } from '../types.ts'
import type { Zone } from '../zones.ts'
import { createSessionHistory, type SessionHistory } from './history.ts'
import { type Commit, createWrites } from './journal.ts'
import type { QueuedMessage } from './queued-message.ts'
import { createReauthorization, reauthorize } from './reauthorize.ts'
import { createBodies, createRecords, type SessionRecords } from './records.ts'
import { restoreSessions } from './restore.ts'
import { Session } from './session.ts'
import type { SessionLink } from './session-link.ts'
import { createSubscriptions, type Subscriptions } from './subscriptions.ts'
import { createWills } from './wills.ts'

/** Seconds; a session that never expires (MQTT 5, 3.1.2.11.2). */
export const neverExpires = 0xffffffff

interface Opened {
  readonly session: Session
  /** CONNACK waits for this commit. Undefined without a write to disk; a promise if the session is written over several turns. */
  readonly commit: Commit | Promise<Commit | undefined> | undefined
  /** Whether the session existed before: Session Present in CONNACK. */
  readonly present: boolean
}

/** Creates, resumes and ends all sessions of the node. */
export interface SessionRegistry {
  readonly byClientId: ReadonlyMap<string, Session>
  readonly connectedCount: number
  /**
   * Takes over, resumes, replaces or creates the session of a client that may connect [MQTT-3.1.2-4], [MQTT-3.1.2-5].
   * The new connection attaches itself after CONNACK.
   */
  open(info: ClientInfo, cleanStart: boolean, expiryInterval: number, will: Will | undefined): Opened
  attach(session: Session, link: SessionLink): void
  /** The client disconnected before the connection was attached to its session. */
  abandon(session: Session): void
  /** The connection of a session is closed. */
  detach(session: Session, link: SessionLink, reason: DisconnectReason, userProperties: UserProperties): void
  setExpiry(session: Session, seconds: number): void
  discardWill(session: Session): void
  /** Replaces the will of a connected client. */
  setWill(session: Session, will: Will | undefined): void
  /**
   * Ends a session: it is no longer found, counted or delivered to. Its data in the router and on disk is removed over several
   * turns; resolves when that is done.
   */
  terminate(session: Session, reason: DisconnectReason): Promise<void>
  readonly subscriptions: Subscriptions
  readonly history: SessionHistory
  /** Restores the sessions on disk with their timers and wills. */
  restore(): void
  /** Called periodically: retries messages and expires packet ids waiting for PUBREL. */
  tick(): Promise<void>
  /**
   * Authorizes the subscriptions and queued messages of a session, or of all, again and removes those that are denied. A call during a
   * pass over all sessions starts another one afterwards.
   */
  reauthorize(session?: Session): Promise<void>
  /** Applies changed queue settings of these zones to queued messages. */
  requeue(zones: ReadonlySet<Zone>): Promise<void>
  /** Stops the timers; resolves when all ended sessions are removed completely. */
  close(): Promise<void>
}

export type RegistryPorts = DeliveryPorts & RetainedPort & JournalPort & QueuePort & PublishPort

interface RegistryOptions {
  /** Whether sessions with an expiry interval are written to disk. */
  readonly isStored: boolean
}

export function createSessionRegistry(ports: RegistryPorts, { isStored }: RegistryOptions): SessionRegistry {
  const sessions = new Map<string, Session>()
  const expiries = new Map<Session, () => void>()
  /** Ended sessions until they are removed completely. */
  const ending = new Map<Session, Promise<void>>()
  const subscriptions = createSubscriptions(ports)
  const wills = createWills(ports)
  const bodies = createBodies(ports.journal)
  const history = createSessionHistory(ports.clock)
  const { turn } = ports
  const reauthorizeAll = createReauthorization(ports, subscriptions, sessions)
  let connectedCount = 0
  let isTicking = false

  const save = (session: Session) => session.records?.saveSession(wills.get(session))

  /** Writes the content of a session that becomes persistent. */
  const saveAll = async (session: Session, records: SessionRecords): Promise<Commit | undefined> => {
    const writes = createWrites(ports.journal)
    records.saveSession(wills.get(session))
    writes.add()
    for (const held of [...session.subscriptions.values()]) {
      if (turn.spend()) await turn.next()
      if (session.records !== records) return writes.commit
      const isHeld = session.subscriptions.get(held.parsed.name) === held
      if (isHeld) session.addSubscription({ ...held, record: records.saveSubscription(held.subscription) })
      writes.add()
    }
    for (const queued of [...session.inflight.values(), ...session.mqueue.entries()]) {
      if (turn.spend()) await turn.next()
      if (session.records !== records) return writes.commit
      if (session.inflight.get(queued.packetId) === queued || queued.packetId === 0) records.saveMessage(queued)
      writes.add()
    }
    for (const packetId of [...session.awaitingRel.keys()]) records.saveAwaitingRel(packetId)
    writes.add()
    return writes.commit
  }

  const keepOnDisk = (session: Session): Opened['commit'] => {
    const { journal } = ports
    const wanted = isStored && session.expiryInterval > 0
    if (wanted && !session.records) {
      session.records = createRecords(session, ports, bodies)
      return saveAll(session, session.records)
    }
    if (!session.records) return undefined
    if (wanted) save(session)
    else {
      void session.records.removeAll()
      session.records = undefined
    }
    return journal.commit()
  }

  const stopExpiry = (session: Session) => {
    expiries.get(session)?.()
    expiries.delete(session)
  }

  const startExpiry = (session: Session) => {
    stopExpiry(session)
    if (session.expiryInterval === neverExpires) return
    const { clock } = ports
    const end = (session.disconnectedAt ?? clock.now()) + session.expiryInterval * 1000
    expiries.set(
      session,
      clock.after(Math.max(0, end - clock.now()), () =>
        // Many may expire at the same time, and a client that reconnects first keeps its session.
        turn.soon(() => {
          if (expiries.has(session)) void terminate(session, 'expired')
        }),
      ),
    )
  }

  const terminate = (session: Session, reason: DisconnectReason): Promise<void> => {
    if (sessions.get(session.clientId) !== session) return ending.get(session) ?? done
    const { metrics, hooks } = ports
    stopExpiry(session)
    sessions.delete(session.clientId)
    history.add(session.clientId)
    const removed = removeRest(session)
    if (reason === 'discarded') {
      metrics['session.discarded'] += 1
      hooks.run('session.discarded', session.info)
    } else {
      metrics['session.terminated'] += 1
      hooks.run('session.terminated', session.info, reason)
    }
    wills.publishNow(session)
    return removed
  }

  const removeRest = (session: Session): Promise<void> => {
    const unsent = session.end()
    const { records } = session
    session.records = undefined
    // Each part starts synchronously: a small session is removed completely when this returns.
    const parts = [records?.removeAll(), subscriptions.removeAll(session), redispatch(ports, unsent)]
    const removed = Promise.all(parts)
      .then(() => {})
      .catch((error: unknown) => ports.log.error({ clientid: session.clientId, error }, 'session_cleanup_failed'))
      .finally(() => ending.delete(session))
    ending.set(session, removed)
    return removed
  }

  const resume = (session: Session, info: ClientInfo) => {
    const { metrics, hooks } = ports
    stopExpiry(session)
    wills.cancel(session)
    session.info = info
    const zone = ports.zones.of(info.zone)
    if (session.zone !== zone) {
      session.zone = zone
      session.requeue()
    }
    metrics['session.resumed'] += 1
    hooks.run('session.resumed', info)
    return session
  }

  const create = (info: ClientInfo) => {
    const { metrics, hooks } = ports
    const session = new Session(info, ports.zones.of(info.zone), ports)
    sessions.set(info.clientId, session)
    history.remove(info.clientId)
    metrics['session.created'] += 1
    hooks.run('session.created', info)
    return session
  }

  const open: SessionRegistry['open'] = (info, cleanStart, expiryInterval, will) => {
    const existing = sessions.get(info.clientId)
    const wasOnDisk = existing?.records !== undefined
    // A session with expiry interval 0 ends with its connection (MQTT 5, 3.1.2.11.2) [3.1.1 MQTT-3.1.2-6].
    const isDiscarded = cleanStart || existing?.expiryInterval === 0
    // [MQTT-3.1.4-3]: the existing connection is closed with a reason code.
    existing?.link?.close(isDiscarded ? 'discarded' : 'takenover', reasonCode.sessionTakenOver)
    if (existing && isDiscarded) void terminate(existing, 'discarded')
    const left = sessions.get(info.clientId)
    if (left && left.info.username !== info.username) left.isUnchecked = true
    const session = left ? resume(left, info) : create(info)
    session.expiryInterval = expiryInterval
    session.connectedAt = ports.clock.now()
    session.disconnectedAt = undefined
    wills.set(session, will)
    const commit = keepOnDisk(session) ?? (wasOnDisk ? ports.journal.commit() : undefined)
    return { session, commit, present: left !== undefined }
  }

  const detach: SessionRegistry['detach'] = (session, link, reason, userProperties) => {
    if (session.link !== link) return
    const { clock, metrics, hooks } = ports
    connectedCount -= 1
    session.detach()
    const disconnectedAt = clock.now()
    session.disconnectedAt = disconnectedAt
    metrics['client.disconnected'] += 1
    const { connectedAt } = session
    hooks.run('client.disconnected', session.info, reason, { connectedAt, disconnectedAt, userProperties })
    if (reason === 'takenover') {
      metrics['session.takenover'] += 1
      hooks.run('session.takenover', session.info)
    }
    const ends = reason === 'discarded' || reason === 'kicked'
    if (ends || session.expiryInterval === 0) {
      void terminate(session, reason)
      return
    }
    wills.publishAfterDelay(session)
    if (reason === 'takenover') return
    startExpiry(session)
    save(session)
  }

  return {
    byClientId: sessions,
    get connectedCount() {
      return connectedCount
    },
    open,
    attach: (session, link) => {
      connectedCount += 1
      session.attach(link)
    },
    abandon: (session) => {
      session.disconnectedAt = ports.clock.now()
      if (session.expiryInterval === 0) void terminate(session, 'tcp_closed')
      else {
        startExpiry(session)
        save(session)
      }
    },
    detach,
    setExpiry: (session, seconds) => {
      session.expiryInterval = seconds
      void keepOnDisk(session)
    },
    discardWill: (session) => {
      wills.discard(session)
      save(session)
    },
    setWill: (session, will) => {
      wills.set(session, will)
      save(session)
    },
    terminate,
    subscriptions,
    history,
    restore: () => {
      const now = ports.clock.now()
      const restored = restoreSessions(ports, bodies)
      for (const { session, will } of restored) {
        sessions.set(session.clientId, session)
        subscriptions.restore(session)
        wills.set(session, will)
      }
      // After all are restored, because their wills may go to each other.
      for (const { session } of restored) {
        const wasConnected = session.disconnectedAt === undefined
        session.disconnectedAt ??= now
        startExpiry(session)
        wills.publishAfterDelay(session)
        if (wasConnected) save(session)
      }
    },
    tick: async () => {
      if (isTicking) return
      isTicking = true
      try {
        for (const session of sessions.values()) {
          if (turn.spend()) await turn.next()
          session.tick()
        }
      } finally {
        isTicking = false
      }
    },
    reauthorize: (session) => (session ? reauthorize(ports, subscriptions, session) : reauthorizeAll()),
    requeue: async (zones) => {
      if (zones.size === 0) return
      for (const session of sessions.values()) {
        if (turn.spend()) await turn.next()
        if (zones.has(session.zone)) session.requeue()
      }
    },
    close: async () => {
      for (const session of sessions.values()) {
        stopExpiry(session)
        session.detach()
        wills.discard(session)
      }
      while (ending.size > 0) await Promise.all(ending.values())
    },
  }
}

const done = Promise.resolve()

/**
 * Sends unacknowledged messages of shared subscriptions to another member of the group after the session has ended (MQTT 5,
 * 4.8.2). QoS 2 messages that were already sent are excluded, because they may have been received [MQTT-4.8.2-5].
 */
async function redispatch(ports: DeliveryPorts, unsent: readonly QueuedMessage[]): Promise<void> {
  const { turn } = ports
  for (const { message, sharedName, qos, phase } of unsent) {
    if (turn.spend()) await turn.next()
    if (sharedName === undefined || (qos === 2 && phase !== 'queued')) continue
    const route = ports.router.match(message.topic).shared.find(({ name }) => name === sharedName)
    if (route) deliverShared(ports, route, message)
  }
}
