import type { ShowPayload } from '@mqdeck/kit'
import type { AckType, Packet, Will } from '../packets/index.ts'
import type { Message, Qos } from '../types.ts'

/** A packet as EMQX writes it into traces: `PUBLISH(Q1, R0, D0, Topic=t/1, PacketId=7, Payload=hello)`. Never a password. */
export function packetText(packet: Packet, show: ShowPayload): string {
  switch (packet.type) {
    case 'connect': {
      const { clientId, protocolName, protocolVersion, cleanStart, keepalive, username, password, will } = packet
      const who = `Username=${username}, Password=${password === undefined ? '' : '******'}`
      const how = `ProtoName=${protocolName}, ProtoVsn=${protocolVersion}, CleanStart=${cleanStart}, KeepAlive=${keepalive}`
      return text('CONNECT', `ClientId=${clientId}, ${how}, ${who}${will ? willText(will, show) : ''}`)
    }
    case 'connack':
      return text('CONNACK', `AckFlags=${bit(packet.sessionPresent)}, ReasonCode=${packet.reasonCode}`)
    case 'publish':
      return publishText(packet, packet, show)
    case 'puback':
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp':
      return ackText(packet.type, packet.packetId, packet.reasonCode)
    case 'subscribe': {
      const filters = packet.filters.map(
        ({ topic, qos, nl, rap, rh }) => `${topic}(#{nl => ${nl},qos => ${qos},rap => ${rap},rh => ${rh}})`,
      )
      return text('SUBSCRIBE', `PacketId=${packet.packetId} TopicFilters=[${filters.join(',')}]`, 1)
    }
    case 'unsubscribe':
      return text('UNSUBSCRIBE', `PacketId=${packet.packetId} TopicFilters=[${packet.topics.join(',')}]`, 1)
    case 'suback':
    case 'unsuback':
      return text(
        packet.type.toUpperCase(),
        `PacketId=${packet.packetId}, ReasonCodes=[${packet.reasonCodes.join(',')}]`,
      )
    case 'disconnect':
    case 'auth':
      return text(packet.type.toUpperCase(), `ReasonCode=${packet.reasonCode}`)
    case 'pingreq':
    case 'pingresp':
      return text(packet.type.toUpperCase(), '')
  }
}

/** The QoS bits of the fixed header are 1 for PUBREL, as for SUBSCRIBE and UNSUBSCRIBE [MQTT-3.6.1-1]. */
export const ackText = (type: AckType, packetId: number, reasonCode: number): string =>
  text(type.toUpperCase(), `PacketId=${packetId}, ReasonCode=${reasonCode}`, type === 'pubrel' ? 1 : 0)

export function publishText(
  { topic, payload }: Pick<Message, 'topic' | 'payload'>,
  { qos, retain, dup, packetId }: { qos: Qos; retain: boolean; dup: boolean; packetId: number },
  show: ShowPayload,
): string {
  const id = qos === 0 ? 'undefined' : packetId
  return text('PUBLISH', `Topic=${topic}, PacketId=${id}, ${show(payload)}`, qos, retain, dup)
}

const willText = ({ qos, retain, topic, payload }: Will, show: ShowPayload) =>
  `, Will(Q${qos}, R${bit(retain)}, Topic=${topic} ${show(payload)})`

const text = (name: string, variable: string, qos: Qos = 0, retain = false, dup = false) =>
  `${name}(Q${qos}, R${bit(retain)}, D${bit(dup)}${variable === '' ? '' : `, ${variable}`})`

const bit = (flag: boolean) => (flag ? 1 : 0)
