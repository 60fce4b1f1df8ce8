import { simulateConnect } from './connection/simulate-connect.ts'
import { type DeliveryPorts, Dispatch, deliver } from './dispatch.ts'
import type { Listeners } from './listeners/listeners.ts'
import { ReasonError, reasonCode } from './packets/index.ts'
import type { Environment, JournalPort, PublishPort, QueuePort, RetainedPort, SessionPort } from './ports.ts'
import { validateTopicName } from './routing/index.ts'
import { isSafe } from './session/journal.ts'
import type { QueuedMessage } from './session/queued-message.ts'
import type { Session } from './session/session.ts'
import type { Broker, ClientView, Message, NewMessage, PublishOutcome, QueuedMessageView } from './types.ts'
import { checkZone } from './zones.ts'

type ManagementPorts = DeliveryPorts & SessionPort & RetainedPort & JournalPort & QueuePort & PublishPort

/** The functions of `Broker` that read or change its running state. */
export function createManagement(
  ports: ManagementPorts,
  listeners: Listeners,
): Omit<Broker, 'node' | 'callerHeaders' | 'openClientSpace' | 'clientSpaces' | 'start' | 'stop'> {
  const { sessions, router, zones, metrics } = ports
  const sessionOf = (clientId: string) => sessions.byClientId.get(clientId)
  const publishNew = async (message: NewMessage, route: PublishPort['publish']): Promise<PublishOutcome> => {
    try {
      validateTopicName(message.topic, zones.default.mqtt.max_topic_levels)
    } catch (error) {
      if (error instanceof ReasonError) return { rejected: error.reasonCode }
      throw error
    }
    countReceived(ports, message)
    return publishSafely(ports.createMessage(message, false), route)
  }

  return {
    metrics,
    hooks: ports.hooks,
    retained: ports.retained,
    turn: ports.turn,
    zones: zones.settings,
    updateZones: (next) => {
      for (const listener of listeners.views()) checkZone(next, listener)
      void sessions.requeue(zones.update(next))
    },
    listeners: listeners.views,
    listenerTypes: listeners.types,
    addListener: listeners.add,
    updateListener: listeners.update,
    removeListener: listeners.remove,
    startListener: listeners.startListener,
    stopListener: listeners.stopListener,
    restartListener: listeners.restartListener,
    reloadCertificates: listeners.reload,

    clients: function* () {
      for (const session of sessions.byClientId.values()) yield viewOf(session)
    },
    client: (clientId) => {
      const session = sessionOf(clientId)
      return session && viewOf(session)
    },
    sessionCount: (since) => sessions.byClientId.size + sessions.history.count(since * 1000),
    rememberSessions: sessions.history.retain,
    clientCount: () => ({ connections: sessions.byClientId.size, live: sessions.connectedCount }),
    kick: async (clientId, reason) => {
      const session = sessionOf(clientId)
      if (!session) return false
      session.link?.close(reason, kickCodes[reason] ?? reasonCode.administrativeAction)
      await sessions.terminate(session, reason)
      await isSafe(ports.journal.commit())
      return true
    },
    setKeepalive: (clientId, seconds) => {
      const session = sessionOf(clientId)
      if (!session?.link) return false
      session.keepalive = seconds
      session.link.setKeepalive(seconds)
      return true
    },

    subscriptionsOf: (clientId) => {
      const session = sessionOf(clientId)
      return session && [...session.subscriptions.values()].map(({ subscription }) => subscription)
    },
    subscriptions: function* () {
      for (const session of sessions.byClientId.values())
        for (const { subscription } of session.subscriptions.values()) yield subscription
    },
    subscribe: async (clientId, topic, options) => {
      const session = sessionOf(clientId)
      if (!session) throw new ReasonError(reasonCode.unspecifiedError, 'not_found', undefined, `no client ${clientId}`)
      const done = sessions.subscriptions.subscribe(session, { ...options, topic })
      if (typeof done === 'number') throw new ReasonError(done, 'quota_exceeded')
      await safe(ports, session, done.undo)
      done.sendRetained()
      return done.subscription
    },
    unsubscribe: async (clientId, topic) => {
      const session = sessionOf(clientId)
      if (!session || !sessions.subscriptions.unsubscribe(session, topic)) return false
      await safe(ports, session)
      return true
    },
    reauthorizeSessions: () => sessions.reauthorize(),
    mqueue: (clientId) => sessionOf(clientId)?.mqueue.entries().map(toQueued),
    inflight: (clientId) => {
      const session = sessionOf(clientId)
      return session && [...session.inflight.values()].map(toQueued)
    },

    topics: () => router.topics(),
    hasTopic: (topic) => router.has(topic),
    matchingTopics: (topic) => router.matchingTopics(topic),
    hasAudience: (topic) =>
      ports.hooks.caresFor('message.publish', topic) || router.matchesAny(topic) || ports.cluster.hasRoute(topic),

    publish: (message) => publishNew(message, ports.publish),
    dispatch: (message) =>
      publishNew(message, (made, dispatch = new Dispatch(ports.journal)) => deliver(ports, made, dispatch)),
    republish: (message) => publishSafely(message, ports.publish),
    simulateConnect: (connect) => simulateConnect(connect, { zones, listeners }),

    held: () => {
      const { limits, queued, unsent } = ports.held
      return { queued, unsent, limit: limits.total }
    },
    isDiskStalled: () => ports.journal.isStalled,
    stats: () => {
      const { topics } = router.counts
      const { all: subscriptions, shared } = sessions.subscriptions.counts
      return {
        connections: sessions.byClientId.size,
        liveConnections: sessions.connectedCount,
        sessions: sessions.byClientId.size,
        topics,
        suboptions: subscriptions,
        subscribers: subscriptions,
        subscriptions,
        sharedSubscriptions: shared,
        retained: ports.retained.count,
      }
    },
  }
}

/** The reason code in DISCONNECT for MQTT 5 clients. */
const kickCodes: Readonly<Record<string, number>> = {
  banned: reasonCode.banned,
  not_authorized: reasonCode.notAuthorized,
  takenover: reasonCode.sessionTakenOver,
  discarded: reasonCode.sessionTakenOver,
}

/** Resolves when the writes for the message are committed to disk. */
async function publishSafely(message: Message, route: PublishPort['publish']): Promise<PublishOutcome> {
  try {
    const { delivered, commit } = await route(message)
    const isRefused = commit && !(await isSafe(commit))
    return isRefused ? { rejected: reasonCode.quotaExceeded } : { delivered, id: message.id }
  } catch (error) {
    // A handler of `message.publish` refused it.
    if (error instanceof ReasonError) return { rejected: error.reasonCode }
    throw error
  }
}

/** Messages from outside MQTT count as received, those of the broker itself do not (EMQX). */
function countReceived({ metrics }: Environment, { from, qos }: Parameters<Broker['publish']>[0]): void {
  if (from.protocol === 'sys') return
  metrics['messages.received'] += 1
  metrics[`messages.qos${qos}.received`] += 1
}

async function safe({ journal }: JournalPort, session: Session, undo?: () => void): Promise<void> {
  if (!session.records || (await isSafe(journal.commit()))) return
  undo?.()
  throw new ReasonError(reasonCode.quotaExceeded, 'quota_exceeded', undefined, 'the disk refused the change')
}

export function viewOf(session: Session): ClientView {
  const { info, link } = session
  const { mqtt } = session.zone
  return {
    info,
    connected: link !== undefined,
    connectedAt: session.connectedAt,
    disconnectedAt: session.disconnectedAt,
    createdAt: session.createdAt,
    sessionExpiryInterval: session.expiryInterval,
    subscriptionsCount: session.subscriptions.size,
    subscriptionsMax: mqtt.max_subscriptions,
    inflightCount: session.inflight.size,
    inflightMax: Math.min(mqtt.max_inflight, link?.receiveMaximum ?? 0xffff),
    mqueueLength: session.mqueue.length,
    mqueueMax: mqtt.max_mqueue_len,
    mqueueDropped: session.mqueue.dropped,
    awaitingRelCount: session.awaitingRel.size,
    awaitingRelMax: mqtt.max_awaiting_rel,
    keepalive: session.keepalive,
    traffic: session.traffic,
    pendingBytes: link?.pendingBytes ?? 0,
  }
}

const toQueued = ({ message, insertedAt, order, priority }: QueuedMessage): QueuedMessageView => ({
  message,
  insertedAt: BigInt(insertedAt) * 1_000_000n + BigInt(order % 1_000_000),
  priority,
})
