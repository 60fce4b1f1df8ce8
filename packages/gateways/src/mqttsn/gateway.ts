import { validateTopicName } from '@mqdeck/broker'
import type { Channel, GatewayContext, GatewayMessage } from '../port.ts'
import type { MqttSnSettings } from './manifest.ts'
import { type FilterRef, returnCode, type TopicRef, type WillHeader } from './packets.ts'
import type { Session } from './session.ts'
import { type SessionMemory, StoredMemories } from './session-memory.ts'

/** The state that the clients of the gateway share. */
export class Gateway {
  readonly context: GatewayContext<MqttSnSettings>
  /** By the client ID in their CONNECT, with which they also wake up. */
  readonly #asleep = new Map<string, Session>()
  readonly #memories = new StoredMemories()
  #topics = new Map<number, string>()
  #ids = new Map<string, number>()

  constructor(context: GatewayContext<MqttSnSettings>) {
    this.context = context
    this.readPredefined()
  }

  readPredefined(): void {
    const { predefined } = this.context.settings()
    this.#topics = new Map(predefined.map(({ id, topic }) => [id, topic]))
    this.#ids = new Map(predefined.map(({ id, topic }) => [topic, id]))
  }
  predefinedId(topic: string): number | undefined {
    return this.#ids.get(topic)
  }
  /** The topic or topic filter of a predefined identifier or of a short topic. */
  nameOf(topic: TopicRef | FilterRef): string | undefined {
    if (topic.kind === 'predefined') return this.#topics.get(topic.id)
    return topic.kind === 'short' ? topic.name : undefined
  }

  onSleep(session: Session): void {
    this.#asleep.set(session.requestedId, session)
  }
  onWake(session: Session): void {
    if (this.#asleep.get(session.requestedId) === session) this.#asleep.delete(session.requestedId)
  }
  /**
   * The sleeping client of this ID, if it may reconnect through this channel: its address may have changed, but neither its
   * listener nor its certificate.
   */
  sleeper(requestedId: string, channel: Channel): Session | undefined {
    const session = requestedId === '' ? undefined : this.#asleep.get(requestedId)
    const before = session?.peer.channel
    if (before?.listener !== channel.listener) return undefined
    return before.certificate?.subject === channel.certificate?.subject ? session : undefined
  }

  keep(clientId: string, memory: SessionMemory, ms: number): void {
    this.#memories.keep(clientId, memory, this.context.clock.now(), ms)
  }
  take(clientId: string): SessionMemory | undefined {
    return this.#memories.take(clientId)
  }
}

export function isTopicName(topic: string): boolean {
  try {
    validateTopicName(topic)
    return true
  } catch {
    return false
  }
}

/** The return code for a reason code of MQTT 5. */
export function toReturnCode(reason: number): number {
  if (reason < 0x80) return returnCode.accepted
  if (congested.has(reason)) return returnCode.congestion
  return reason === 0x90 ? returnCode.invalidTopicId : returnCode.notSupported
}

/** Server busy, receive maximum, message rate, quota, connection rate. */
const congested: ReadonlySet<number> = new Set([0x89, 0x93, 0x96, 0x97, 0x9f])

/** Undefined: the topic or the QoS is not valid. */
export function toWill({ topic, qos, retain }: WillHeader, payload: Uint8Array): GatewayMessage | undefined {
  return qos === -1 || !isTopicName(topic) ? undefined : { topic, qos, retain, payload }
}
