import type { Log, ShowPayload, Tracing } from '@mqdeck/kit'
import type { HookRegistry } from '../create-hooks.ts'
import type { PacketTracer } from '../hooks.ts'
import type { Metrics } from '../metrics.ts'
import { type AckType, noProperties, type Packet, type PublishPacket, reasonCode } from '../packets/index.ts'
import type { ClientInfo, Message, Qos } from '../types.ts'
import type { Connection } from './connection.ts'
import { describePacket } from './describe-packet.ts'
import { toClientTopic } from './mountpoint.ts'

type Handle = (connection: Connection, packet: Packet) => Promise<void> | undefined

/**
 * The only place that is called for every received and sent packet: it counts the packet for the node and for the client, and passes
 * it to the log, the traces and the tracer. It creates no objects unless one of them needs the packet.
 */
export interface PacketTap {
  /** Calls `handle` once and returns its result. */
  onReceive(connection: Connection, packet: Packet, handle: Handle): Promise<void> | undefined
  /** Traces the CONNECT of a client, traced late because its client ID is only known when it is handled. */
  onConnect(connection: Connection, packet: Packet): void
  onSend(connection: Connection, packet: Packet): void
  /** Acknowledgements are encoded directly, without a packet. */
  onSendAck(connection: Connection, type: AckType, packetId: number, code: number): void
  /** Messages, too. The packet id is ignored for QoS 0. */
  onSendPublish(
    connection: Connection,
    message: Message,
    qos: Qos,
    retain: boolean,
    dup: boolean,
    packetId: number,
  ): void
}

interface PacketTapPorts {
  readonly metrics: Metrics
  readonly hooks: HookRegistry
  readonly log: Log
}

type Event = 'mqtt_packet_received' | 'mqtt_packet_sent'

export function createPacketTap({ metrics, hooks, log }: PacketTapPorts): PacketTap {
  const isLogged = () => log.tracing !== undefined || log.isEnabled('debug')

  // Functions with closures are separate from those for every packet, where a captured argument would cost an allocation.
  const logPacket = (connection: Connection, event: Event, packet: Packet) => {
    if (log.isEnabled('debug')) log.debug({ ...logIdentity(connection), ...describePacket(packet).fields }, event)
  }
  /** `topic` is the topic of a PUBLISH, with the mountpoint. */
  const tracePacket = (connection: Connection, event: Event, toPacket: () => Packet, topic?: string) => {
    const packet = (show: ShowPayload) => describePacket(toPacket()).text(show)
    tracingFor(log, connection, topic)?.write({ tag: 'MQTT', msg: event, meta: logIdentity(connection), topic, packet })
  }
  const logReceived = (connection: Connection, packet: Packet) => {
    logPacket(connection, 'mqtt_packet_received', packet)
    if (packet.type === 'connect') return
    tracePacket(connection, 'mqtt_packet_received', () => packet, brokerTopicOf(connection, packet))
  }
  const logSent = (connection: Connection, packet: Packet) => {
    logPacket(connection, 'mqtt_packet_sent', packet)
    tracePacket(connection, 'mqtt_packet_sent', () => packet)
  }
  const logSentPublish = (
    connection: Connection,
    { topic, payload }: Message,
    flags: Pick<PublishPacket, 'qos' | 'retain' | 'dup' | 'packetId'>,
  ) => {
    const toPacket = (): PublishPacket => ({
      type: 'publish',
      topic: toClientTopic(connection.established?.info.mountpoint, topic),
      payload,
      ...flags,
      properties: noProperties,
    })
    if (log.isEnabled('debug')) logPacket(connection, 'mqtt_packet_sent', toPacket())
    tracePacket(connection, 'mqtt_packet_sent', toPacket, topic)
  }

  return {
    onReceive: (connection, packet, handle) => {
      connection.traffic.recvPkt += 1
      countReceived(metrics, packet)
      // Before CONNECT it is a protocol error and not a message.
      if (packet.type === 'publish' && connection.established) countReceivedPublish(metrics, connection, packet)
      if (isLogged()) logReceived(connection, packet)
      const { tracer } = hooks
      return tracer ? handleTraced(tracer, connection, packet, handle) : handle(connection, packet)
    },
    onConnect: (connection, packet) => {
      if (log.tracing) tracePacket(connection, 'mqtt_packet_received', () => packet)
    },
    onSend: (connection, packet) => {
      connection.traffic.sendPkt += 1
      countSent(metrics, packet)
      if (isLogged()) logSent(connection, packet)
    },
    onSendAck: (connection, type, packetId, code) => {
      connection.traffic.sendPkt += 1
      metrics['packets.sent'] += 1
      if (type === 'puback') metrics['packets.puback.sent'] += 1
      else metrics[`packets.${type}.sent`] += 1
      if (isLogged()) logSent(connection, { type, packetId, reasonCode: code, properties: noProperties })
      if (connection.established) hooks.tracer?.onAcknowledge(connection.established.info, type, packetId)
    },
    onSendPublish: (connection, message, qos, retain, dup, packetId) => {
      countSentPublish(metrics, connection, qos)
      if (isLogged()) logSentPublish(connection, message, { qos, retain, dup, packetId })
    },
  }
}

const handleTraced = (tracer: PacketTracer, connection: Connection, packet: Packet, handle: Handle) =>
  tracer.onReceive(packet, connection.established?.info, () => handle(connection, packet))

function countReceived(metrics: Metrics, packet: Packet): void {
  metrics['packets.received'] += 1
  switch (packet.type) {
    // As frequent as PUBLISH: composing the metric name would cost more than counting.
    case 'puback':
      metrics['packets.puback.received'] += 1
      break
    case 'connect':
    case 'pubrec':
    case 'pubrel':
    case 'pubcomp':
    case 'subscribe':
    case 'unsubscribe':
    case 'pingreq':
    case 'disconnect':
    case 'auth':
      metrics[`packets.${packet.type}.received`] += 1
  }
}

function countReceivedPublish(metrics: Metrics, { traffic }: Connection, { qos }: PublishPacket): void {
  metrics['packets.publish.received'] += 1
  metrics['messages.received'] += 1
  if (qos === 0) metrics['messages.qos0.received'] += 1
  else if (qos === 1) metrics['messages.qos1.received'] += 1
  else metrics['messages.qos2.received'] += 1
  traffic.recvMsg += 1
  traffic.recvMsgQos[qos] += 1
}

function countSent(metrics: Metrics, packet: Packet): void {
  metrics['packets.sent'] += 1
  switch (packet.type) {
    case 'connack':
      countConnack(metrics, packet.reasonCode)
      break
    case 'suback':
    case 'unsuback':
    case 'pingresp':
    case 'disconnect':
    case 'auth':
      metrics[`packets.${packet.type}.sent`] += 1
  }
}

function countConnack(metrics: Metrics, code: number): void {
  metrics['packets.connack.sent'] += 1
  if (code !== reasonCode.success) metrics['packets.connack.error'] += 1
  if (code === reasonCode.notAuthorized || code === reasonCode.badUserNameOrPassword)
    metrics['packets.connack.auth_error'] += 1
}

function countSentPublish(metrics: Metrics, { traffic }: Connection, qos: Qos): void {
  metrics['packets.sent'] += 1
  metrics['packets.publish.sent'] += 1
  metrics['messages.sent'] += 1
  metrics['messages.delivered'] += 1
  if (qos === 0) metrics['messages.qos0.sent'] += 1
  else if (qos === 1) metrics['messages.qos1.sent'] += 1
  else metrics['messages.qos2.sent'] += 1
  traffic.sendPkt += 1
  traffic.sendMsg += 1
  traffic.sendMsgQos[qos] += 1
}

/** The tracing if one of the traces matches the client or the topic. */
function tracingFor({ tracing }: Log, connection: Connection, topic?: string): Tracing | undefined {
  if (!tracing) return undefined
  const { host: peerhost } = connection.transport.peer
  return tracing.wants({ clientId: infoOf(connection)?.clientId, peerhost, topic }) ? tracing : undefined
}

/** Traces match topics with the mountpoint. */
const brokerTopicOf = (connection: Connection, packet: Packet): string | undefined =>
  packet.type === 'publish' && packet.topic !== ''
    ? `${infoOf(connection)?.mountpoint ?? ''}${packet.topic}`
    : undefined

/** Also before CONNACK, so that refused clients can be traced. */
const infoOf = ({ established, claimedInfo }: Connection): ClientInfo | undefined => established?.info ?? claimedInfo

/** The log fields that identify a connection. */
export function logIdentity(connection: Connection) {
  const { peer } = connection.transport
  const peername = `${peer.host}:${peer.port}`
  const info = infoOf(connection)
  if (!info) return { peername }
  const { clientId, username } = info
  return { clientid: clientId, peername, ...(username !== undefined && { username }) }
}
