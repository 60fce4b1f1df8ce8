import { type DisconnectPacket, ReasonError, reasonCode } from '../packets/index.ts'
import type { Connection, Established } from './connection.ts'

/** DISCONNECT from the client (3.14): discards the will unless the reason code is 0x04. */
export function handleDisconnect(connection: Connection, { session }: Established, packet: DisconnectPacket): void {
  const { sessionExpiryInterval } = packet.properties
  if (sessionExpiryInterval !== undefined) {
    if (session.expiryInterval === 0 && sessionExpiryInterval > 0)
      throw new ReasonError(reasonCode.protocolError, 'protocol_error', 'MQTT-3.1.2-23')
    connection.runtime.sessions.setExpiry(session, sessionExpiryInterval)
  }
  // [MQTT-3.14.4-3]
  if (packet.reasonCode === reasonCode.success) connection.runtime.sessions.discardWill(session)
  connection.close('normal')
}
