import type { ShowPayload } from '@mqdeck/kit'
import type { Packet, Will } from '../packets/index.ts'
import type { Qos } from '../types.ts'

/** A packet in the log and in traces. Without passwords and authentication data. */
interface PacketDescription {
  /** The fields of a log entry. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The packet as EMQX writes it into traces: `PUBLISH(Q1, R0, D0, Topic=t/1, PacketId=7, Payload=hello)`. */
  text(show: ShowPayload): string
}

export function describePacket(packet: Packet): PacketDescription {
  const type = packet.type.toUpperCase()
  switch (packet.type) {
    case 'connect': {
      const { clientId, protocolName, protocolVersion, cleanStart, keepalive, username, password, will } = packet
      const fields = {
        type,
        clientid: clientId,
        ...(username !== undefined && { username }),
        proto_ver: protocolVersion,
        clean_start: cleanStart,
        keepalive,
        ...(will && { will_topic: will.topic, will_qos: will.qos, will_retain: will.retain }),
      }
      const who = `Username=${username}, Password=${password === undefined ? '' : '******'}`
      const how = `ProtoName=${protocolName}, ProtoVsn=${protocolVersion}, CleanStart=${cleanStart}, KeepAlive=${keepalive}`
      const text = (show: ShowPayload) =>
        textOf(type, `ClientId=${clientId}, ${how}, ${who}${will ? willText(will, show) : ''}`)
      return { fields, text }
    }
    case 'connack': {
      const { reasonCode: reason_code, sessionPresent: session_present } = packet
      const text = () => textOf(type, `AckFlags=${bit(session_present)}, ReasonCode=${reason_code}`)
      return { fields: { type, reason_code, session_present }, text }
    }
    case 'publish': {
      const { topic, qos, retain, dup, packetId, properties, payload } = packet
      const { topicAlias } = properties
      const alias = topicAlias !== undefined && { topic_alias: topicAlias }
      const id = qos === 0 ? 'undefined' : packetId
      return {
        fields: { type, topic, qos, retain, dup, ...(qos > 0 && { packet_id: packetId }), ...alias, payload },
        text: (show) => textOf(type, `Topic=${topic}, PacketId=${id}, ${show(payload)}`, qos, retain, dup),
      }
    }
    case 'subscribe': {
      const { packetId: packet_id, filters } = packet
      const shown = filters.map(
        ({ topic, qos, nl, rap, rh }) => `${topic}(#{nl => ${nl},qos => ${qos},rap => ${rap},rh => ${rh}})`,
      )
      return {
        fields: { type, packet_id, topic_filters: filters.map(({ topic, qos }) => ({ topic, qos })) },
        text: () => textOf(type, `PacketId=${packet_id} TopicFilters=[${shown.join(',')}]`, 1),
      }
    }
    case 'unsubscribe': {
      const { packetId: packet_id, topics: topic_filters } = packet
      const text = () => textOf(type, `PacketId=${packet_id} TopicFilters=[${topic_filters.join(',')}]`, 1)
      return { fields: { type, packet_id, topic_filters }, text }
    }
    case 'suback':
    case 'unsuback': {
      const { packetId: packet_id, reasonCodes: reason_codes } = packet
      const text = () => textOf(type, `PacketId=${packet_id}, ReasonCodes=[${reason_codes.join(',')}]`)
      return { fields: { type, packet_id, reason_codes }, text }
    }
    case 'puback':
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp': {
      const { packetId: packet_id, reasonCode: reason_code } = packet
      // The QoS bits of the fixed header are 1 for PUBREL, as for SUBSCRIBE and UNSUBSCRIBE [MQTT-3.6.1-1].
      const qos = packet.type === 'pubrel' ? 1 : 0
      const text = () => textOf(type, `PacketId=${packet_id}, ReasonCode=${reason_code}`, qos)
      return { fields: { type, packet_id, reason_code }, text }
    }
    case 'disconnect':
    case 'auth': {
      const { reasonCode: reason_code } = packet
      return { fields: { type, reason_code }, text: () => textOf(type, `ReasonCode=${reason_code}`) }
    }
    case 'pingreq':
    case 'pingresp':
      return { fields: { type }, text: () => textOf(type, '') }
  }
}

const willText = ({ qos, retain, topic, payload }: Will, show: ShowPayload) =>
  `, Will(Q${qos}, R${bit(retain)}, Topic=${topic} ${show(payload)})`

const textOf = (name: string, variable: string, qos: Qos = 0, retain = false, dup = false) =>
  `${name}(Q${qos}, R${bit(retain)}, D${bit(dup)}${variable === '' ? '' : `, ${variable}`})`

const bit = (flag: boolean) => (flag ? 1 : 0)
