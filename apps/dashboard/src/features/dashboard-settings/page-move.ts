import { parseHostPort } from '@mqdeck/contract'
import { sameJson, valueAt } from '../../lib/json-path.ts'

/**
 * What a change of the dashboard's listeners does to the page that makes it.
 * - `moved`: it will be at `address`.
 * - `off`: its listener is turned off; `address` is where the other one listens, if it does.
 * - `certificate`: it stays where it is, and shows another certificate.
 * - `unsure`: it may move. The page came through a proxy or a mapped port, or the new port is not known before.
 */
export type PageMove =
  | { readonly kind: 'moved'; readonly address: string }
  | { readonly kind: 'off'; readonly address: string | undefined }
  | { readonly kind: 'certificate' | 'unsure' }

type Scheme = 'http' | 'https'

/** Undefined: nothing happens to it. `before` and `after` are roots `dashboard`, `page` its own address. */
export function pageMove(before: unknown, after: unknown, page: URL): PageMove | undefined {
  const [was, will] = [listenersOf(before), listenersOf(after)]
  if (sameJson(was, will)) return undefined
  const scheme: Scheme = page.protocol === 'https:' ? 'https' : 'http'
  const own = bindOf(was, scheme)
  if (own?.port !== portOf(page)) return sameBinds(was, will) ? undefined : { kind: 'unsure' }
  const next = bindOf(will, scheme)
  if (!next) {
    const other = scheme === 'http' ? 'https' : 'http'
    const otherBind = bindOf(will, other)
    return { kind: 'off', address: otherBind && addressOf(other, otherBind, page) }
  }
  const address = addressOf(scheme, next, page)
  if (address === undefined) return { kind: 'unsure' }
  if (new URL(address).origin !== page.origin) return { kind: 'moved', address }
  const tls = ['https', 'ssl_options']
  return scheme === 'https' && !sameJson(valueAt(was, tls), valueAt(will, tls)) ? { kind: 'certificate' } : undefined
}

interface Bind {
  readonly host: string | undefined
  readonly port: number
}

const listenersOf = (settings: unknown): unknown => valueAt(settings, ['listeners'])

/** Undefined for a listener that is off. */
function bindOf(listeners: unknown, scheme: Scheme): Bind | undefined {
  const bind = valueAt(listeners, [scheme, 'bind'])
  if (typeof bind !== 'string' && typeof bind !== 'number') return undefined
  const parsed = parseHostPort(bind)
  return parsed && (parsed.host !== undefined || parsed.port !== 0)
    ? { host: parsed.host, port: parsed.port }
    : undefined
}

const sameBinds = (was: unknown, will: unknown) =>
  (['http', 'https'] as const).every((scheme) => sameJson(bindOf(was, scheme), bindOf(will, scheme)))

/** Port 0 takes a free one, which nobody knows before. */
function addressOf(scheme: Scheme, { host, port }: Bind, page: URL): string | undefined {
  if (port === 0) return undefined
  return `${scheme}://${hostFor(host, page.hostname)}:${port}`
}

/** A listener of every address is reached as before, one of a single address there. */
function hostFor(host: string | undefined, present: string): string {
  if (host === undefined || host === '0.0.0.0' || host === '::') return present
  const isLoopback = (name: string) => /^(localhost|127\.[\d.]+|\[?::1\]?)$/.test(name)
  if (isLoopback(host) && isLoopback(present)) return present
  return host.includes(':') ? `[${host}]` : host
}

const portOf = ({ protocol, port }: URL) => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))
