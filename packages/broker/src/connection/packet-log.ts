import type { ShowPayload, Tracing } from '@mqdeck/kit'
import type { AckType, Packet } from '../packets/index.ts'
import type { Message, Qos } from '../types.ts'
import type { Connection } from './connection.ts'
import { toClientTopic } from './mountpoint.ts'
import { ackText, packetText, publishText } from './packet-text.ts'

/** Whether packets are logged or traced. Checked for every packet before composing an entry. */
export const isLogged = ({ runtime: { log } }: Connection): boolean =>
  log.tracing !== undefined || log.isEnabled('debug')

export function logReceived(connection: Connection, packet: Packet): void {
  const { log } = connection.runtime
  if (log.isEnabled('debug')) log.debug({ ...logIdentity(connection), ...describe(packet) }, 'mqtt_packet_received')
  // The client of a CONNECT is only known when it is handled.
  if (packet.type !== 'connect') tracePacket(connection, packet)
}

/** Writes a packet from the client to the traces. */
export function tracePacket(connection: Connection, packet: Packet): void {
  const topic = packet.type === 'publish' ? toBrokerTopic(connection, packet.topic) : undefined
  const tracing = tracingFor(connection, topic)
  if (tracing) trace(tracing, connection, 'mqtt_packet_received', topic, (show) => packetText(packet, show))
}

export function logSent(connection: Connection, packet: Packet): void {
  const { log } = connection.runtime
  if (log.isEnabled('debug')) log.debug({ ...logIdentity(connection), ...describe(packet) }, 'mqtt_packet_sent')
  const tracing = tracingFor(connection)
  if (tracing) trace(tracing, connection, 'mqtt_packet_sent', undefined, (show) => packetText(packet, show))
}

/** Acknowledgements are encoded directly, without a packet object. */
export function logSentAck(connection: Connection, type: AckType, packet_id: number, reason_code: number): void {
  const { log } = connection.runtime
  if (log.isEnabled('debug'))
    log.debug({ ...logIdentity(connection), type: type.toUpperCase(), packet_id, reason_code }, 'mqtt_packet_sent')
  const tracing = tracingFor(connection)
  if (tracing) trace(tracing, connection, 'mqtt_packet_sent', undefined, () => ackText(type, packet_id, reason_code))
}

/** Messages are encoded directly, too. */
export function logSentPublish(
  connection: Connection,
  { topic, payload }: Message,
  flags: { qos: Qos; retain: boolean; dup: boolean; packetId: number },
): void {
  const { log } = connection.runtime
  const own = () => toClientTopic(connection.established?.info.mountpoint, topic)
  if (log.isEnabled('debug')) {
    const { packetId, ...shown } = flags
    const id = flags.qos > 0 && { packet_id: packetId }
    log.debug(
      { ...logIdentity(connection), topic: own(), type: 'PUBLISH', ...shown, ...id, payload },
      'mqtt_packet_sent',
    )
  }
  const tracing = tracingFor(connection, topic)
  if (tracing)
    trace(tracing, connection, 'mqtt_packet_sent', topic, (show) => publishText({ topic: own(), payload }, flags, show))
}

/** The tracing if one of the traces matches the client or the topic. */
function tracingFor(connection: Connection, topic?: string): Tracing | undefined {
  const { tracing } = connection.runtime.log
  if (!tracing) return undefined
  const { host: peerhost } = connection.transport.peer
  return tracing.wants({ clientId: infoOf(connection)?.clientId, peerhost, topic }) ? tracing : undefined
}

function trace(
  tracing: Tracing,
  connection: Connection,
  msg: string,
  topic: string | undefined,
  packet: (show: ShowPayload) => string,
): void {
  tracing.write({ tag: 'MQTT', msg, meta: logIdentity(connection), topic, packet })
}

/** Traces that hook handlers changed the topic filters. */
export function traceDecision(
  connection: Connection,
  tracing: Tracing,
  hook: 'client.subscribe' | 'client.unsubscribe',
  filters: readonly string[],
  changed: readonly string[],
): void {
  if (filters.join() === changed.join()) return
  tracing.write({
    tag: 'HOOK',
    msg: 'topic_filters_changed_by_hook',
    meta: { ...logIdentity(connection), hook, filters, changed },
  })
}

/** Traces match topics with the mountpoint. */
const toBrokerTopic = (connection: Connection, topic: string) =>
  topic === '' ? undefined : `${infoOf(connection)?.mountpoint ?? ''}${topic}`

/** Also before CONNACK, so that refused clients can be traced. */
const infoOf = ({ established, claimedInfo }: Connection) => established?.info ?? claimedInfo

/** The log fields that identify a connection. */
export function logIdentity(connection: Connection) {
  const { peer } = connection.transport
  const peername = `${peer.host}:${peer.port}`
  const info = infoOf(connection)
  if (!info) return { peername }
  const { clientId, username } = info
  return { clientid: clientId, peername, ...(username !== undefined && { username }) }
}

/** The log fields of a packet, without passwords and authentication data. */
function describe(packet: Packet): Readonly<Record<string, unknown>> {
  const type = packet.type.toUpperCase()
  switch (packet.type) {
    case 'connect': {
      const { clientId, username, protocolVersion, cleanStart, keepalive, will } = packet
      return {
        type,
        clientid: clientId,
        ...(username !== undefined && { username }),
        proto_ver: protocolVersion,
        clean_start: cleanStart,
        keepalive,
        ...(will && { will_topic: will.topic, will_qos: will.qos, will_retain: will.retain }),
      }
    }
    case 'connack':
      return { type, reason_code: packet.reasonCode, session_present: packet.sessionPresent }
    case 'publish': {
      const { topic, qos, retain, dup, packetId, properties, payload } = packet
      const { topicAlias } = properties
      const alias = topicAlias !== undefined && { topic_alias: topicAlias }
      return { type, topic, qos, retain, dup, ...(qos > 0 && { packet_id: packetId }), ...alias, payload }
    }
    case 'subscribe': {
      const topic_filters = packet.filters.map(({ topic, qos }) => ({ topic, qos }))
      return { type, packet_id: packet.packetId, topic_filters }
    }
    case 'unsubscribe':
      return { type, packet_id: packet.packetId, topic_filters: packet.topics }
    case 'suback':
    case 'unsuback':
      return { type, packet_id: packet.packetId, reason_codes: packet.reasonCodes }
    case 'puback':
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp':
      return { type, packet_id: packet.packetId, reason_code: packet.reasonCode }
    case 'disconnect':
    case 'auth':
      return { type, reason_code: packet.reasonCode }
    case 'pingreq':
    case 'pingresp':
      return { type }
  }
}
