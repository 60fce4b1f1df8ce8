import { parseHostPort } from '@mqdeck/contract'
import { sameJson, valueAt } from '../../lib/json/json-path.ts'

/**
 * Effect of a change of the dashboard listeners on the page that makes it.
 * - `moved`: the page moves to `address`.
 * - `off`: its listener is disabled; `address` is that of the other listener, if it is enabled.
 * - `certificate`: the page stays at its address with a new certificate.
 * - `unsure`: the page may move. It is accessed through a proxy or a mapped port, or the new port is assigned on start.
 */
export type PageMove =
  | { readonly kind: 'moved'; readonly address: string }
  | { readonly kind: 'off'; readonly address: string | undefined }
  | { readonly kind: 'certificate' | 'unsure' }

type Scheme = 'http' | 'https'

/** Undefined if the page is not affected. `before` and `after` are the root `dashboard`, `page` is the URL of the page. */
export function pageMove(before: unknown, after: unknown, page: URL): PageMove | undefined {
  const [oldListeners, newListeners] = [listenersOf(before), listenersOf(after)]
  if (sameJson(oldListeners, newListeners)) return undefined
  const scheme: Scheme = page.protocol === 'https:' ? 'https' : 'http'
  const currentBind = bindOf(oldListeners, scheme)
  if (currentBind?.port !== portOf(page)) return sameBinds(oldListeners, newListeners) ? undefined : { kind: 'unsure' }
  const next = bindOf(newListeners, scheme)
  if (!next) {
    const other = scheme === 'http' ? 'https' : 'http'
    const otherBind = bindOf(newListeners, other)
    return { kind: 'off', address: otherBind && addressOf(other, otherBind, page) }
  }
  const address = addressOf(scheme, next, page)
  if (address === undefined) return { kind: 'unsure' }
  if (new URL(address).origin !== page.origin) return { kind: 'moved', address }
  const tls = ['https', 'ssl_options']
  return scheme === 'https' && !sameJson(valueAt(oldListeners, tls), valueAt(newListeners, tls))
    ? { kind: 'certificate' }
    : undefined
}

interface Bind {
  readonly host: string | undefined
  readonly port: number
}

const listenersOf = (settings: unknown): unknown => valueAt(settings, ['listeners'])

/** Undefined for a disabled listener. */
function bindOf(listeners: unknown, scheme: Scheme): Bind | undefined {
  const bind = valueAt(listeners, [scheme, 'bind'])
  if (typeof bind !== 'string' && typeof bind !== 'number') return undefined
  const parsed = parseHostPort(bind)
  return parsed && (parsed.host !== undefined || parsed.port !== 0)
    ? { host: parsed.host, port: parsed.port }
    : undefined
}

const sameBinds = (oldListeners: unknown, newListeners: unknown) =>
  (['http', 'https'] as const).every((scheme) => sameJson(bindOf(oldListeners, scheme), bindOf(newListeners, scheme)))

/** Undefined for port 0, which is assigned on start. */
function addressOf(scheme: Scheme, { host, port }: Bind, page: URL): string | undefined {
  if (port === 0) return undefined
  return `${scheme}://${hostFor(host, page.hostname)}:${port}`
}

/** A listener on all addresses is reached at the current host, others at their own address. */
function hostFor(host: string | undefined, currentHost: string): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return currentHost
  const isLoopback = (name: string) => /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(name)
  if (isLoopback(host) && isLoopback(currentHost)) return currentHost
  return host.includes(':') ? `[${host}]` : host
}

const portOf = ({ protocol, port }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))
