import { silentLog } from '@mqdeck/kit'
import type { Listeners } from '../listeners/listeners.ts'
import { type ConnectPacket, noProperties } from '../packets/index.ts'
import type { SimulatedClient, SimulatedConnect } from '../types.ts'
import type { Zones } from '../zones.ts'
import { connectRefusal, toClientInfo } from './connect.ts'

/** Determines the identity that a CONNECT would get, without connecting, counting or logging. */
export function simulateConnect(
  connect: SimulatedConnect,
  { zones, listeners }: { readonly zones: Zones; readonly listeners: Pick<Listeners, 'views'> },
): SimulatedClient | undefined {
  const listener = listeners.views().find(({ id }) => id === connect.listener)
  if (!listener) return undefined
  const zone = zones.of(listener.zone)
  const packet: ConnectPacket = { ...blank, ...named(connect) }
  const info = toClientInfo(
    {
      zone,
      transport: { peer: peerOf(connect) },
      listener: { id: listener.id, port: listener.boundPort, settings: listener },
      ports: { log: silentLog },
    },
    packet,
  )
  return { info, refusal: connectRefusal(packet, info, zone.mqtt), authentication: listener.enable_authn }
}

const blank = {
  type: 'connect',
  protocolName: 'MQTT',
  protocolVersion: 5,
  isBridge: false,
  cleanStart: true,
  keepalive: 60,
  properties: noProperties,
  will: undefined,
} as const

const named = ({ clientId, username, password }: SimulatedConnect) => ({ clientId, username, password })

const peerOf = ({ peerhost, certCommonName, certSubject }: SimulatedConnect) => ({
  host: peerhost,
  port: 0,
  certificate:
    certCommonName === undefined && certSubject === undefined
      ? undefined
      : { commonName: certCommonName, subject: certSubject, der: undefined },
  serverName: undefined,
})
