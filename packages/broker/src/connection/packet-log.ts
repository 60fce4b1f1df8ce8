import type { AckType, Packet } from '../packets/index.ts'
import type { Message, Qos } from '../types.ts'
import type { Connection } from './connection.ts'
import { toClientTopic } from './mountpoint.ts'

/** Whether somebody looks: on the path of every packet, to be asked before anything is put together for the log. */
export const isLogged = ({ runtime }: Connection): boolean => runtime.log.isEnabled('debug')

export function logReceived(connection: Connection, packet: Packet): void {
  connection.runtime.log.debug({ ...whose(connection), ...describe(packet) }, 'mqtt_packet_received')
}

export function logSent(connection: Connection, packet: Packet): void {
  connection.runtime.log.debug({ ...whose(connection), ...describe(packet) }, 'mqtt_packet_sent')
}

/** Acknowledgements go out without ever being packets. */
export function logSentAck(connection: Connection, type: AckType, packet_id: number, reason_code: number): void {
  const fields = { ...whose(connection), type: type.toUpperCase(), packet_id, reason_code }
  connection.runtime.log.debug(fields, 'mqtt_packet_sent')
}

/** And so do messages. */
export function logSentPublish(
  connection: Connection,
  { topic, payload }: Message,
  { qos, retain, dup, packetId }: { qos: Qos; retain: boolean; dup: boolean; packetId: number },
): void {
  const mountpoint = connection.established?.info.mountpoint
  connection.runtime.log.debug(
    {
      ...whose(connection),
      topic: toClientTopic(mountpoint, topic),
      type: 'PUBLISH',
      qos,
      retain,
      dup,
      ...(qos > 0 && { packet_id: packetId }),
      payload,
    },
    'mqtt_packet_sent',
  )
}

/** As whom the log names a connection. */
export function whose({ established, transport: { peer } }: Connection) {
  const peername = `${peer.host}:${peer.port}`
  if (!established) return { peername }
  const { clientId, username } = established.info
  return { clientid: clientId, peername, ...(username !== undefined && { username }) }
}

/** What people look for. Passwords and what authenticates are left out. */
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
