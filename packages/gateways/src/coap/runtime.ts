import { AppError } from '@mqdeck/contract'
import type { CoapGateway, GatewayRuntime } from '../port.ts'
import { Gateway } from './gateway.ts'
import type { CoapSettings } from './manifest.ts'
import { Peer } from './peer.ts'

export const runtime: GatewayRuntime<CoapSettings, CoapGateway> = {
  start(context) {
    const gateway = new Gateway(context)
    return {
      accept: (channel) => new Peer(gateway, channel),
      stop: () => gateway.stop(),
      async request(clientId, request) {
        if (Buffer.byteLength(request.token) > 8) throw new AppError('BAD_REQUEST', 'token: must have at most 8 bytes')
        return gateway.request(clientId, request)
      },
    }
  },
}
