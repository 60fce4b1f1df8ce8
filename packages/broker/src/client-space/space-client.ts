import { authorize } from '../connection/authorize.ts'
import { toBrokerFilter, toPublishTopic } from '../connection/mountpoint.ts'
import { subscriptionRefusal } from '../connection/subscribe.ts'
import { ReasonError, reasonCode } from '../packets/index.ts'
import type { Environment, PublishPort, QueuePort, ZonePort } from '../ports.ts'
import { validateTopicFilter, validateTopicName } from '../routing/index.ts'
import { isSafe } from '../session/journal.ts'
import type { SessionRegistry } from '../session/registry.ts'
import type { Session } from '../session/session.ts'
import { publisherOf } from '../session/wills.ts'
import type { ClientInfo, Publisher, Qos } from '../types.ts'
import type { SpaceClient, SpaceMessage } from './client-space.ts'
import type { SpaceLink } from './space-link.ts'

type PublishingPorts = Environment & ZonePort & QueuePort & PublishPort

/** The client of a session of a space. It can do nothing more when its link has ended. */
export function createSpaceClient(
  ports: PublishingPorts,
  sessions: SessionRegistry,
  session: Session,
  link: SpaceLink,
): SpaceClient {
  const { hooks, metrics, log } = ports
  const { info } = session
  const publisher = publisherOf(session)
  /** Messages are routed in the order of the calls, even if the authorization of one takes longer. */
  let lastRoute: Promise<unknown> = Promise.resolve()

  const route = async (message: SpaceMessage): Promise<Routed> => {
    if (link.hasEnded) return { safe: reasonCode.unspecifiedError }
    try {
      return await publishFor(ports, info, publisher, message, session)
    } catch (error) {
      if (error instanceof ReasonError) return { safe: error.reasonCode }
      log.error({ clientid: info.clientId, error: String(error) }, 'publish_crashed')
      return { safe: reasonCode.unspecifiedError }
    }
  }

  return {
    info,
    get queued() {
      return session.mqueue.length
    },
    publish: async (message) => {
      const routing = lastRoute.then(() => route(message))
      lastRoute = routing
      return (await routing).safe
    },
    subscribe: async (filter, options) => {
      const { zone } = session
      try {
        const wanted = { ...options, topic: toBrokerFilter(info.mountpoint, filter) }
        const parsed = validateTopicFilter(wanted.topic, zone.mqtt.max_topic_levels)
        const may = await authorize(ports, info, 'subscribe', parsed.filter, options.qos, false)
        const refusal = may ? subscriptionRefusal(zone, parsed) : reasonCode.notAuthorized
        if (refusal !== reasonCode.success) return refusal
        const filters = hooks.has('client.subscribe')
          ? await hooks.runFold('client.subscribe', [wanted], [info])
          : [wanted]
        metrics['client.subscribe'] += 1
        for (const changed of filters) {
          if (link.hasEnded) return reasonCode.unspecifiedError
          const subscribed = sessions.subscriptions.subscribe(session, changed)
          if (typeof subscribed === 'number') return subscribed
          subscribed.sendRetained()
        }
        return Math.min(options.qos, zone.mqtt.max_qos_allowed)
      } catch (error) {
        if (error instanceof ReasonError) return error.reasonCode
        throw error
      }
    },
    unsubscribe: async (filter) => {
      const topic = toBrokerFilter(info.mountpoint, filter)
      const filters = await hooks.runFold('client.unsubscribe', [topic], [info])
      metrics['client.unsubscribe'] += 1
      if (link.hasEnded) return reasonCode.unspecifiedError
      const removed = filters.map((changed) => sessions.subscriptions.unsubscribe(session, changed))
      return removed.includes(true) ? reasonCode.success : reasonCode.noSubscriptionExisted
    },
    setWill: (will) => {
      if (link.hasEnded) return
      sessions.setWill(session, will && { ...will, retain: will.retain ?? false, properties: will.properties ?? {} })
    },
    hold: () => link.hold(),
    release: () => link.release(),
    pump: () => link.pump(),
    disconnect: (reason) => link.disconnect(reason),
  }
}

interface Routed {
  /** The reason code; a promise if the message must be on disk first. */
  readonly safe: number | Promise<number>
}

/** Authorizes and routes a message. */
export async function publishFor(
  ports: PublishingPorts,
  info: ClientInfo,
  from: Publisher,
  { topic, payload, qos, retain = false, properties = {} }: SpaceMessage,
  session?: Session,
): Promise<Routed> {
  const { mqtt } = ports.zones.of(info.zone)
  validateTopicName(topic, mqtt.max_topic_levels)
  const mounted = toPublishTopic(info.mountpoint, topic)
  if (qos > mqtt.max_qos_allowed) return { safe: reasonCode.qosNotSupported }
  if (retain && !mqtt.retain_available) return { safe: reasonCode.retainNotSupported }
  if (!(await authorize(ports, info, 'publish', mounted, qos, retain))) return { safe: reasonCode.notAuthorized }
  countReceived(ports, session, qos)
  const { delivered, behind, commit } = await ports.publish(
    ports.createMessage({ topic: mounted, payload, qos, retain, properties, from }, false),
  )
  if (behind) await new Promise<void>((resolve) => void ports.flow.wait(behind, resolve))
  const code = delivered === 0 ? reasonCode.noMatchingSubscribers : reasonCode.success
  if (!commit) return { safe: code }
  return { safe: isSafe(commit).then((safe) => (safe ? code : reasonCode.quotaExceeded)) }
}

function countReceived({ metrics }: Environment, session: Session | undefined, qos: Qos): void {
  metrics['messages.received'] += 1
  metrics[`messages.qos${qos}.received`] += 1
  if (!session) return
  session.traffic.recvMsg += 1
  session.traffic.recvMsgQos[qos] += 1
}
