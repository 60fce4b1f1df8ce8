import type { ListenerInfo, ListenerSummary } from '@mqdeck/contract'
import { type ClientAddress, clientAddress } from '../lib/client-addresses.ts'
import type { ConnectionSettings } from './settings.ts'

/** Somewhere to connect to. */
export interface AddressChoice {
  /** `ws:default`, or the same with `via `: through this page's server. */
  readonly key: string
  readonly listener: string
  readonly isPassedThrough: boolean
  /** The listener is on, and runs. */
  readonly isUp: boolean
  readonly address: Pick<ConnectionSettings, 'scheme' | 'host' | 'port' | 'path'>
}

/**
 * Where the WebSocket listeners are, as this page sees it: directly, and, where the server passes WebSockets on, through it.
 * @param passThrough the URL under which the page's server passes on to a listener; undefined where it does not
 */
export function addressChoices(
  listeners: readonly ListenerSummary[],
  settings: ReadonlyMap<string, ListenerInfo> | undefined,
  pageHost: string,
  passThrough?: (listener: { readonly id: string; readonly path: string }) => string | undefined,
): readonly AddressChoice[] {
  return listeners
    .filter(({ type }) => type === 'ws' || type === 'wss')
    .flatMap(({ id, type, bind, enable, status }) => {
      const path = pathOf(settings?.get(id))
      const known = clientAddress({ id, type, bind, path }, pageHost)
      const direct = known && parseAddress(known.url)
      // This one goes by the listener's name, whatever its port.
      const through = passThrough?.({ id, path: path ?? '/mqtt' })
      const passed = through === undefined ? undefined : parseAddress(through)
      const choice = { listener: id, isUp: enable && status?.running !== false }
      return [
        ...(direct ? [{ ...choice, key: id, isPassedThrough: false, address: direct }] : []),
        ...(passed ? [{ ...choice, key: `via ${id}`, isPassedThrough: true, address: passed }] : []),
      ]
    })
}

export const pathOf = (info: ListenerInfo | undefined): string | undefined =>
  info && 'websocket' in info ? info.websocket.mqtt_path : undefined

/** Undefined for what is no address of a WebSocket. */
export function parseAddress(url: ClientAddress['url']): AddressChoice['address'] | undefined {
  try {
    const { protocol, hostname, port, pathname, search } = new URL(url)
    if (protocol !== 'ws:' && protocol !== 'wss:') return undefined
    return {
      scheme: protocol === 'ws:' ? 'ws' : 'wss',
      host: hostname,
      // The URL leaves out the port that the scheme has anyway.
      port: port === '' ? (protocol === 'ws:' ? 80 : 443) : Number(port),
      path: pathname + search,
    }
  } catch {
    return undefined
  }
}

/** Which of them the settings lead to. */
export function choiceOf(
  choices: readonly AddressChoice[],
  { scheme, host, port, path }: AddressChoice['address'],
): AddressChoice | undefined {
  return choices.find(
    ({ address }) =>
      address.scheme === scheme && address.host === host && address.port === port && address.path === path,
  )
}
