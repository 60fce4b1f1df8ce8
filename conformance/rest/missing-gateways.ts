import { gatewayManifests } from '@mqdeck/gateways/catalog'
import type { Recording } from '@mqdeck/testkit'

const kinds = ['coap', 'exproto', 'gbt32960', 'jt808', 'lwm2m', 'mqttsn', 'ocpp', 'stomp']
const missing = kinds.filter((kind) => gatewayManifests.every(({ name }) => name !== kind))

/** Whether the call is to a gateway that EMQX has and this broker does not. */
export const isOfMissingGateway = ({ path }: Pick<Recording, 'path'>): boolean =>
  missing.some((kind) => new RegExp(`^/gateways/${kind}\\b`).test(path))
