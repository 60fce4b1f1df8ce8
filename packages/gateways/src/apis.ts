import type { CoapApi } from './coap/api.ts'
import type { Lwm2mApi } from './lwm2m/api.ts'

/** Functions that only one gateway has, by the name of the gateway. */
export interface GatewayApis {
  readonly coap: CoapApi
  readonly lwm2m: Lwm2mApi
}
