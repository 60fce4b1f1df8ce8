import type { ListenerInfo, ListenerSummary } from '@mqdeck/contract'
import { type ClientAddress, clientAddress } from '../../../lib/access/client-addresses.ts'
import type { ConnectionSettings } from './connection-settings.ts'

/** An address to connect to. */
export interface AddressChoice {
  /** `ws:default`, or `via ws:default` through the server of this page. */
  readonly key: string
  readonly listener: string
  readonly isProxied: boolean
  /** The listener is enabled and running. */
  readonly isRunning: boolean
  readonly address: Pick<ConnectionSettings, 'scheme' | 'host' | 'port' | 'path'>
}

/**
 * The addresses of the WebSocket listeners: direct, and through the server of this page if it proxies WebSockets.
 * @param proxyUrl returns the URL at which the server of this page proxies a listener; undefined if it does not
 */
export function addressChoices(
  listeners: readonly ListenerSummary[],
  settings: ReadonlyMap<string, ListenerInfo> | undefined,
  pageHost: string,
  proxyUrl?: (listener: { readonly id: string; readonly path: string }) => string | undefined,
): readonly AddressChoice[] {
  return listeners
    .filter(({ type }) => type === 'ws' || type === 'wss')
    .flatMap(({ id, type, bind, enable, status }) => {
      const path = pathOf(settings?.get(id))
      const listenerAddress = clientAddress({ id, type, bind, path }, pageHost)
      const direct = listenerAddress && parseAddress(listenerAddress.url)
      // The proxied address contains the listener ID, so it does not depend on the port.
      const through = proxyUrl?.({ id, path: path ?? '/mqtt' })
      const proxied = through === undefined ? undefined : parseAddress(through)
      const choice = { listener: id, isRunning: enable && status?.running !== false }
      return [
        ...(direct ? [{ ...choice, key: id, isProxied: false, address: direct }] : []),
        ...(proxied ? [{ ...choice, key: `via ${id}`, isProxied: true, address: proxied }] : []),
      ]
    })
}

export const pathOf = (info: ListenerInfo | undefined): string | undefined =>
  info && 'websocket' in info ? info.websocket.mqtt_path : undefined

/** Undefined for a URL that is not a WebSocket address. */
export function parseAddress(url: ClientAddress['url']): AddressChoice['address'] | undefined {
  try {
    const { protocol, hostname, port, pathname, search } = new URL(url)
    if (protocol !== 'ws:' && protocol !== 'wss:') return undefined
    return {
      scheme: protocol === 'ws:' ? 'ws' : 'wss',
      host: hostname,
      // A URL has no port if it is the default port of the scheme.
      port: port === '' ? (protocol === 'ws:' ? 80 : 443) : Number(port),
      path: pathname + search,
    }
  } catch {
    return undefined
  }
}

/** The choice that equals the address of the settings. */
export function choiceOf(
  choices: readonly AddressChoice[],
  { scheme, host, port, path }: AddressChoice['address'],
): AddressChoice | undefined {
  return choices.find(
    ({ address }) =>
      address.scheme === scheme && address.host === host && address.port === port && address.path === path,
  )
}
