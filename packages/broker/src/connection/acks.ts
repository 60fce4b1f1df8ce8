import { type AckPacket, ReasonError, reasonCode } from '../packets/index.ts'
import type { Environment } from '../ports.ts'
import type { QueuedMessage } from '../session/queued-message.ts'
import type { Session } from '../session/session.ts'
import type { Qos } from '../types.ts'
import type { Connection, Established } from './connection.ts'
import { reportDelivery } from './delivery-completed.ts'

/** PUBACK (3.4): the end of a QoS 1 delivery. */
export function handlePuback(connection: Connection, { session }: Established, packet: AckPacket): undefined {
  const queued = session.puback(packet.packetId)
  if (typeof queued === 'string') {
    connection.ports.metrics[`packets.puback.${queued}`] += 1
    checkQos(session, packet, 1)
    return
  }
  reportAcked(connection.ports, session, queued)
  reportCompleted(connection.ports, session, queued)
  session.pump()
}

/** PUBREC (3.5): the client has the QoS 2 message, or refuses it. */
export function handlePubrec(connection: Connection, { session }: Established, packet: AckPacket): undefined {
  const { packetId } = packet
  const failed = packet.reasonCode >= reasonCode.unspecifiedError
  const queued = session.pubrec(packetId, failed)
  if (typeof queued === 'string') {
    connection.ports.metrics[`packets.pubrec.${queued}`] += 1
    checkQos(session, packet, 2)
    if (!failed) release(connection, packetId, queued === 'missed' ? reasonCode.packetIdentifierNotFound : 0, false)
    return
  }
  reportAcked(connection.ports, session, queued)
  if (failed) session.pump()
  else release(connection, packetId, 0, queued.record > 0)
}

/**
 * A client that acknowledges a message with the packet of another QoS, or with PUBCOMP before PUBREC, lost track: its message
 * would never be completed.
 */
function checkQos(session: Session, { type, packetId }: AckPacket, qos: Qos): void {
  const held = session.inflight.get(packetId)
  const isEarly = type === 'pubcomp' && held?.phase === 'publish'
  if (!held || (held.qos === qos && !isEarly)) return
  const explanation = `${type.toUpperCase()} for a message with QoS ${held.qos}${isEarly ? ' before PUBREC' : ''}`
  throw new ReasonError(reasonCode.protocolError, 'protocol_error', `MQTT-4.3.${held.qos + 1}-1`, explanation)
}

/**
 * Sends PUBREL after the state is on disk. The client forgets the packet id on PUBREL and would treat a repeated PUBLISH as
 * a new message.
 */
function release(connection: Connection, packetId: number, code: number, durable: boolean): void {
  const { outbox, ports } = connection
  const send = () => connection.sendAck('pubrel', packetId, code)
  if (!durable && outbox.deferred === 0) send()
  else outbox.defer(durable ? ports.journal.commit() : undefined, send, () => connection.close('unspecified_error'))
}

/** PUBREL (3.6): the end of a QoS 2 message from the client. */
export function handlePubrel(connection: Connection, { session }: Established, packet: AckPacket): undefined {
  const { outbox, ports } = connection
  const known = session.releaseQos2(packet.packetId)
  if (!known) ports.metrics['packets.pubrel.missed'] += 1
  const code = known ? reasonCode.success : reasonCode.packetIdentifierNotFound
  const send = () => connection.sendAck('pubcomp', packet.packetId, code)
  // The client may reuse the packet id after PUBCOMP, so the old one must be removed from disk first.
  const durable = known && session.records !== undefined
  if (!durable && outbox.deferred === 0) send()
  else outbox.defer(durable ? ports.journal.commit() : undefined, send, () => connection.close('unspecified_error'))
}

/** PUBCOMP (3.7): the end of a QoS 2 delivery. */
export function handlePubcomp(connection: Connection, { session }: Established, packet: AckPacket): undefined {
  const queued = session.pubcomp(packet.packetId)
  if (typeof queued === 'string') {
    connection.ports.metrics[`packets.pubcomp.${queued}`] += 1
    checkQos(session, packet, 2)
    return
  }
  reportCompleted(connection.ports, session, queued)
  session.pump()
}

export const reportCompleted = (
  ports: Environment,
  session: Session,
  { message, insertedAt, beganAt }: QueuedMessage,
): void => reportDelivery(ports, session, message, insertedAt, beganAt)

export function reportAcked({ metrics, hooks }: Environment, { info }: Session, { message, qos }: QueuedMessage): void {
  metrics['messages.acked'] += 1
  if (hooks.has('message.acked')) hooks.run('message.acked', info, message, message.properties, qos)
}
