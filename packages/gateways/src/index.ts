export type { ClientInfoOverride } from './engine/client-info.ts'
export { dtlsCapability } from './engine/dtls/openssl.ts'
export type { Gateway, GatewayClientView, GatewayPorts, GatewaySettings } from './engine/gateway.ts'
export { createGateways, type Gateways } from './engine/gateways.ts'
export {
  type GatewayListenerSettings,
  type GatewayListenerView,
  gatewayListenerId,
} from './engine/listener-settings.ts'
export type * from './port.ts'
