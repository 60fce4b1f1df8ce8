import { coap } from './coap/manifest.ts'
import { exproto } from './exproto/manifest.ts'
import { lwm2m } from './lwm2m/manifest.ts'
import { mqttsn } from './mqttsn/manifest.ts'
import type { GatewayManifest } from './port.ts'
import { stomp } from './stomp/manifest.ts'

export type { GatewayManifest, GatewayTransport } from './port.ts'
export { gatewayPlugs, gatewayStruct, gatewayStructWith } from './settings.ts'

/**
 * The gateways in the order in which pages show them; the folder has the name of the gateway. A new gateway is its folder and a
 * line here. See port.ts.
 */
export const gatewayManifests: readonly GatewayManifest[] = [stomp, mqttsn, coap, lwm2m, exproto]
