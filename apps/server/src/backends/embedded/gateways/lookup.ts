import { AppError, parseGatewayListenerId } from '@mqdeck/contract'
import type { Gateway } from '@mqdeck/gateways'
import { type GatewayManifest, gatewayManifests } from '@mqdeck/gateways/catalog'
import type { View } from '../../../broker-config/configuration.ts'
import type { StoredGateway, StoredListener } from '../../../broker-config/gateways.ts'
import type { BrokerContext } from '../broker-context.ts'
import type { GatewayService } from './service.ts'

/** The gateways with the context of their handlers. */
export interface GatewayContext extends BrokerContext {
  readonly gateways: GatewayService
}

type Reader = Pick<View, 'get'>

/** @throws {AppError} 400, as EMQX does for names that it does not have */
export function requireManifest(name: string): GatewayManifest {
  const found = gatewayManifests.find((one) => one.name === name)
  if (found) return found
  throw new AppError(
    'BAD_REQUEST',
    JSON.stringify({ value: name, reason: 'not_a_enum_symbol', path: 'name', kind: 'validation_error' }),
  )
}

const notFound = (message: string) => new AppError('RESOURCE_NOT_FOUND', message)

/** @throws {AppError} 400 if the name is unknown, 404 if it is not loaded */
export function requireStored(view: Reader, name: string): StoredGateway {
  requireManifest(name)
  const found = view.get('gateway')[name]
  if (!found) throw notFound('Gateway not loaded')
  return found
}

/** The gateway in the engine. @throws {AppError} as above */
export function requireGateway(
  { gateways, configuration }: Pick<GatewayContext, 'gateways' | 'configuration'>,
  name: string,
): Gateway {
  requireStored(configuration, name)
  const found = gateways.gateways.get(name)
  if (!found) throw notFound('Gateway not loaded')
  return found
}

interface ListenerPlace {
  readonly type: string
  readonly name: string
  readonly settings: StoredListener
}

/** @throws {AppError} 404 if the ID is not one of this gateway, or there is no such listener */
export function requireListener(view: Reader, gateway: string, id: string): ListenerPlace {
  const { listeners } = requireStored(view, gateway)
  const { type, name } = parseId(gateway, id)
  const some = listeners[type] ?? {}
  const settings = Object.hasOwn(some, name) ? some[name] : undefined
  if (!settings) throw notFound('Listener not found')
  return { type, name, settings }
}

/** IDs have three parts. @throws {AppError} 404 */
export function parseId(gateway: string, id: string): { readonly type: string; readonly name: string } {
  const parsed = parseGatewayListenerId(id)
  if (parsed?.gateway !== gateway) throw notFound(`Listener not found: ${id}`)
  return parsed
}
