import { reasonName } from '@mqdeck/contract'
import { Dispatch } from '../dispatch.ts'
import {
  frameOf,
  noProperties,
  type PublishPacket,
  type PublishProperties,
  ReasonError,
  RefusedWithDisconnect,
  reasonCode,
} from '../packets/index.ts'
import { validateTopicName } from '../routing/index.ts'
import type { Commit } from '../session/journal.ts'
import type { Message, MessageProperties } from '../types.ts'
import { authorize } from './authorize.ts'
import type { Connection, Established } from './connection.ts'
import { toPublishTopic } from './mountpoint.ts'
import { logIdentity } from './packet-tap.ts'

/** Maximum number of acknowledgements of one client waiting for the disk before reading pauses. */
const maxDeferred = 1000

/** PUBLISH from a client (3.3): alias, limits, authorization, routing, acknowledgement; in this order, as EMQX does. */
export function handlePublish(
  connection: Connection,
  established: Established,
  packet: PublishPacket,
): Promise<void> | undefined {
  const topic = topicOf(connection, established, packet)
  checkLimits(connection, packet)
  const { ports } = connection
  const { session } = established
  if (!isWithinReceiveMaximum(connection, established, packet)) {
    ports.metrics['packets.publish.dropped'] += 1
    if (ports.hooks.has('message.dropped'))
      ports.hooks.run('message.dropped', toMessage(connection, established, packet, topic), 'receive_maximum_exceeded')
    throw new ReasonError(reasonCode.receiveMaximumExceeded, 'receive_maximum_exceeded', 'MQTT-3.3.4-9')
  }
  if (packet.qos === 2 && session.awaitingRel.has(packet.packetId)) {
    ports.metrics['packets.publish.inuse'] += 1
    // A repeated message must not be routed twice [MQTT-4.3.3-10]. Without DUP it is a different message.
    return acknowledge(connection, packet, packet.dup ? reasonCode.success : reasonCode.packetIdentifierInUse)
  }
  const allowed = authorize(ports, session.info, 'publish', topic, packet.qos, packet.retain)
  if (allowed === true) return route(connection, established, packet, topic)
  if (allowed === false) return refuse(connection, packet, topic)
  return allowed.then((may) =>
    may ? route(connection, established, packet, topic) : refuse(connection, packet, topic),
  )
}

function topicOf({ zone }: Connection, { aliases, session }: Established, packet: PublishPacket): string {
  const alias = packet.properties.topicAlias
  const topic = alias === undefined ? packet.topic : aliases.resolve(packet.topic, alias)
  // The codec has already refused wildcards; this checks the zone's limits.
  validateTopicName(topic, zone.mqtt.max_topic_levels)
  return toPublishTopic(session.info.mountpoint, topic)
}

function checkLimits({ zone }: Connection, { qos, retain }: PublishPacket): void {
  const { max_qos_allowed, retain_available } = zone.mqtt
  if (qos > max_qos_allowed) throw new ReasonError(reasonCode.qosNotSupported, 'qos_not_supported', 'MQTT-3.2.2-11')
  if (retain && !retain_available)
    throw new ReasonError(reasonCode.retainNotSupported, 'retain_not_supported', 'MQTT-3.2.2-14')
}

/** Checks `max_awaiting_rel`, the announced Receive Maximum: only QoS 2 messages stay unacknowledged for long. */
function isWithinReceiveMaximum(
  { zone }: Connection,
  { session }: Established,
  { qos, packetId }: PublishPacket,
): boolean {
  const { max_awaiting_rel } = zone.mqtt
  if (qos < 2 || max_awaiting_rel === 0) return true
  return session.awaitingRel.size < max_awaiting_rel || session.awaitingRel.has(packetId)
}

function toMessage(connection: Connection, established: Established, packet: PublishPacket, topic: string): Message {
  const { payload, qos, retain, dup } = packet
  const properties = messageProperties(packet.properties)
  const from = connection.publisher(established)
  return connection.ports.createMessage({ topic, payload, qos, retain, properties, from }, dup)
}

/** A packet that subscribers get unchanged except for the packet id is not encoded again. */
function rememberFrame({ ports, version }: Connection, packet: PublishPacket, message: Message): void {
  const { topic, dup, retain, properties } = packet
  if (dup || retain || properties !== noProperties || topic !== message.topic) return
  const frame = frameOf(packet)
  if (frame) ports.encoder.reuse(message, version, frame)
}

/** Without the topic alias, which is only valid for this connection. */
function messageProperties(properties: PublishProperties): MessageProperties {
  if (properties === noProperties || properties.topicAlias === undefined) return properties
  const { topicAlias: _, ...rest } = properties
  return rest
}

function route(
  connection: Connection,
  established: Established,
  packet: PublishPacket,
  topic: string,
): Promise<void> | undefined {
  const { ports } = connection
  const message = toMessage(connection, established, packet, topic)
  rememberFrame(connection, packet, message)
  const dispatch = new Dispatch(ports.journal)
  if (packet.qos === 2 && established.session.receiveQos2(packet.packetId)) dispatch.addWrite()
  try {
    const routed = ports.publish(message, dispatch)
    if (!(routed instanceof Promise)) return accept(connection, packet, dispatch)
    return routed.then(
      () => accept(connection, packet, dispatch),
      (error: unknown) => refuseForHook(connection, packet, topic, error, dispatch),
    )
  } catch (error) {
    return refuseForHook(connection, packet, topic, error, dispatch)
  }
}

/** A handler of `message.publish` refused the message. */
function refuseForHook(
  connection: Connection,
  packet: PublishPacket,
  topic: string,
  error: unknown,
  dispatch: Dispatch,
): Promise<void> | undefined {
  if (!(error instanceof ReasonError)) throw error
  logRefusal(connection, topic, error.reasonCode)
  const isEnd = error instanceof RefusedWithDisconnect
  // After PUBREC with a lower code, the client continues with PUBREL [MQTT-4.3.3-4].
  if (packet.qos === 2 && error.reasonCode >= reasonCode.unspecifiedError) {
    const { session } = connection.established ?? {}
    if (session?.releaseQos2(packet.packetId) && session.records) dispatch.addWrite()
  }
  if (isEnd) throw error
  if (packet.qos === 0) return undefined
  return acknowledge(connection, packet, error.reasonCode, dispatch.commit)
}

function accept(
  connection: Connection,
  packet: PublishPacket,
  { delivered, behind, commit }: Dispatch,
): Promise<void> | undefined {
  if (behind) connection.waitFor(behind)
  if (packet.qos === 0) return undefined
  const code = delivered === 0 ? reasonCode.noMatchingSubscribers : reasonCode.success
  return acknowledge(connection, packet, code, commit)
}

/** Sends PUBACK or PUBREC, after the commit if the message was written to disk. Returns a promise if too many wait for it. */
function acknowledge(
  connection: Connection,
  packet: PublishPacket,
  code: number,
  commit?: Commit,
): Promise<void> | undefined {
  const { outbox, ports } = connection
  if (!commit && outbox.deferred === 0) {
    sendAck(connection, packet, code)
    return undefined
  }
  outbox.defer(
    commit,
    () => sendAck(connection, packet, code),
    () => refuseUncommitted(connection, packet),
  )
  if (outbox.deferred < maxDeferred) return undefined
  // Limits the publisher to the speed of the disk.
  return new Promise((resolve) => ports.journal.commit().whenSafe(() => resolve()))
}

function sendAck(connection: Connection, { qos, packetId }: PublishPacket, code: number): void {
  if (code >= reasonCode.unspecifiedError) connection.ports.metrics['packets.publish.error'] += 1
  connection.sendAck(qos === 1 ? 'puback' : 'pubrec', packetId, code)
}

/** Writing failed. MQTT 3 has no reason code for it: without an acknowledgement the client sends the message again. */
function refuseUncommitted(connection: Connection, packet: PublishPacket): void {
  if (packet.qos === 2) connection.established?.session.releaseQos2(packet.packetId)
  if (connection.version === 5) sendAck(connection, packet, reasonCode.quotaExceeded)
  else connection.close('unspecified_error')
}

/**
 * Not authorized. MQTT 3 has no reason code for it either, and without an acknowledgement the client would resend the message
 * endlessly, so it gets a positive one [MQTT-3.3.5-2 of 3.1.1], as in EMQX.
 */
function refuse(connection: Connection, packet: PublishPacket, topic: string): Promise<void> | undefined {
  logRefusal(connection, topic, reasonCode.notAuthorized)
  connection.ports.metrics['packets.publish.auth_error'] += 1
  return packet.qos === 0 ? undefined : acknowledge(connection, packet, reasonCode.notAuthorized)
}

const refusals: Readonly<Record<number, string>> = {
  [reasonCode.notAuthorized]: 'cannot_publish_to_topic_due_to_not_authorized',
  [reasonCode.quotaExceeded]: 'cannot_publish_to_topic_due_to_quota_exceeded',
}

function logRefusal(connection: Connection, topic: string, code: number): void {
  const event = refusals[code]
  if (event !== undefined)
    connection.ports.log.warn({ ...logIdentity(connection), topic, reason: reasonName(code) }, event)
}
