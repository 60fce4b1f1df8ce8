import { type DisconnectPacket, type Packet, ReasonError, reasonCode } from '../packets/index.ts'
import { handlePuback, handlePubcomp, handlePubrec, handlePubrel } from './acks.ts'
import { handleAuth } from './auth.ts'
import { handleConnect } from './connect.ts'
import type { Connection, Established } from './connection.ts'
import { handlePublish } from './publish.ts'
import { handleSubscribe, handleUnsubscribe } from './subscribe.ts'

/** Passes a received packet to the handler of its type. The next packet waits until a returned promise is resolved. */
export function handlePacket(connection: Connection, packet: Packet): Promise<void> | undefined {
  if (packet.type === 'connect') {
    connection.version = packet.protocolVersion
    connection.maximumPacketSize = packet.properties.maximumPacketSize ?? Number.POSITIVE_INFINITY
    connection.watch.stopAwaiting()
    return handleConnect(connection, packet)
  }
  if (packet.type === 'auth') return handleAuth(connection, packet)
  const { established } = connection
  if (!established) {
    if (packet.type === 'disconnect') connection.close('normal')
    else throw new ReasonError(reasonCode.protocolError, 'protocol_error', 'MQTT-3.1.4-6')
    return undefined
  }
  switch (packet.type) {
    case 'publish':
      connection.countPublish()
      return handlePublish(connection, established, packet)
    case 'puback':
      return handlePuback(connection, established, packet)
    case 'pubrec':
      return handlePubrec(connection, established, packet)
    case 'pubrel':
      return handlePubrel(connection, established, packet)
    case 'pubcomp':
      return handlePubcomp(connection, established, packet)
    case 'subscribe':
      return handleSubscribe(connection, established, packet)
    case 'unsubscribe':
      return handleUnsubscribe(connection, established, packet)
    case 'pingreq':
      connection.send(pingresp)
      return undefined
    case 'disconnect':
      handleDisconnect(connection, established, packet)
      return undefined
    default:
      // The framer refuses packets that only servers send.
      throw new ReasonError(reasonCode.protocolError, 'protocol_error')
  }
}

const pingresp: Packet = { type: 'pingresp' }

/** DISCONNECT from the client (3.14): discards the will unless the reason code is 0x04. */
function handleDisconnect(connection: Connection, { session }: Established, packet: DisconnectPacket): void {
  const { sessionExpiryInterval } = packet.properties
  if (sessionExpiryInterval !== undefined) {
    if (session.expiryInterval === 0 && sessionExpiryInterval > 0)
      throw new ReasonError(reasonCode.protocolError, 'protocol_error', 'MQTT-3.1.2-23')
    connection.ports.sessions.setExpiry(session, sessionExpiryInterval)
  }
  // [MQTT-3.14.4-3]
  if (packet.reasonCode === reasonCode.success) connection.ports.sessions.discardWill(session)
  connection.close('normal')
}
