import type { GatewayTransport } from '../port.ts'
import { createDtlsListener } from './dtls/dtls-listener.ts'
import type { ListenerPorts } from './listener-channel.ts'
import type { GatewayListener, GatewayListenerSettings } from './listener-settings.ts'
import { createStreamGatewayListener } from './stream-listener.ts'
import { createUdpListener } from './udp-listener.ts'

type Create = (settings: GatewayListenerSettings, ports: ListenerPorts) => GatewayListener

const byType: Readonly<Record<GatewayTransport, Create>> = {
  tcp: createStreamGatewayListener,
  ssl: createStreamGatewayListener,
  udp: createUdpListener,
  dtls: createDtlsListener,
}

export const createGatewayListener: Create = (settings, ports) => byType[settings.type](settings, ports)
