import { authorize } from '../connection/authorize.ts'
import { toBrokerTopic } from '../connection/mountpoint.ts'
import { ReasonError, type Will } from '../packets/index.ts'
import type { Environment, PublishPort } from '../ports.ts'
import type { ClientInfo, Publisher, Qos } from '../types.ts'
import type { Session } from './session.ts'

/** The wills of connected clients and delayed wills (MQTT 5, 3.1.3.2.2). */
export interface Wills {
  set(session: Session, will: Will | undefined): void
  get(session: Session): Will | undefined
  discard(session: Session): void
  /** The connection was lost: publishes the will after its delay, or when the session ends if that is earlier. */
  publishAfterDelay(session: Session): void
  /** The session ends: publishes a pending will immediately [MQTT-3.1.2-8]. */
  publishNow(session: Session): void
  /** The client has reconnected: a delayed will is not published [MQTT-3.1.3-9]. */
  cancel(session: Session): void
}

export function createWills(ports: Environment & PublishPort): Wills {
  const wills = new Map<Session, Will>()
  const timers = new Map<Session, () => void>()

  const stopTimer = (session: Session) => {
    timers.get(session)?.()
    timers.delete(session)
  }

  const discard = (session: Session) => {
    stopTimer(session)
    wills.delete(session)
  }

  const publishNow = (session: Session) => {
    const will = wills.get(session)
    discard(session)
    if (!will) return
    session.records?.saveSession(undefined)
    void publishWill(ports, session, will)
  }

  return {
    set: (session, will) => {
      discard(session)
      if (will) wills.set(session, will)
    },
    get: (session) => wills.get(session),
    discard,
    publishAfterDelay: (session) => {
      const delay = wills.get(session)?.properties.willDelayInterval ?? 0
      if (delay === 0) publishNow(session)
      else
        timers.set(
          session,
          ports.clock.after(delay * 1000, () => publishNow(session)),
        )
    },
    publishNow,
    cancel: discard,
  }
}

async function publishWill(ports: Environment & PublishPort, session: Session, will: Will): Promise<void> {
  const { info } = session
  const topic = toBrokerTopic(info.mountpoint, will.topic)
  const retain = will.retain && session.zone.mqtt.retain_available
  try {
    if (!(await mayPublish(ports, info, topic, will.qos, retain))) return
    const { willDelayInterval: _, ...properties } = will.properties
    const { payload, qos } = will
    const { clientId: clientid, peername, username } = publisherOf(session)
    const meta = { clientid, peername, username, topic, qos, retain }
    ports.log.tracing?.write({ tag: 'MQTT', msg: 'publish_will_msg', meta, payload })
    await ports.publish(
      ports.createMessage({ topic, payload, qos, retain, properties, from: publisherOf(session) }, false),
    )
  } catch (error) {
    ports.log.error({ clientid: info.clientId, topic, error: String(error) }, 'will_publish_failed')
  }
}

/** A denial that would disconnect the client only refuses the will: the client is already disconnected. */
async function mayPublish(
  ports: Environment,
  info: ClientInfo,
  topic: string,
  qos: Qos,
  retain: boolean,
): Promise<boolean> {
  try {
    return await authorize(ports, info, 'publish', topic, qos, retain)
  } catch (error) {
    if (error instanceof ReasonError) return false
    throw error
  }
}

export const publisherOf = ({ info }: Pick<Session, 'info'>): Publisher => ({
  clientId: info.clientId,
  username: info.username,
  peername: `${info.peerhost}:${info.peerport}`,
  protocol: info.gateway ?? 'mqtt',
})
