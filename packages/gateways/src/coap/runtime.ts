import { Peer } from '../coap-stack/peer.ts'
import type { GatewayRuntime, GatewayWithApi } from '../port.ts'
import type { CoapApi } from './api.ts'
import { Gateway } from './gateway.ts'
import type { CoapSettings } from './manifest.ts'

export const runtime: GatewayRuntime<CoapSettings, GatewayWithApi<CoapApi>> = {
  start(context) {
    const gateway = new Gateway(context)
    return {
      accept: (channel) => new Peer(gateway, channel),
      stop: () => gateway.stop(),
      api: gateway,
    }
  },
}
