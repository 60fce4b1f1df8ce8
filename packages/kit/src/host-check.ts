import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { isLoopback } from './loopback.ts'

/**
 * Checks whether a `Host` header names this server. Any website can resolve its host name to 127.0.0.1 and then call
 * this server from its own origin (DNS rebinding), with the default password if it is unchanged. It cannot use an IP
 * address, a name without a dot, or a name that is not allowed.
 * @param allowed host names, `*.example.org` for all subdomains. Empty: any name if `bind` is reachable from outside,
 *   and on a loopback address only the names of this machine
 */
export function createHostCheck(bind: string, allowed: readonly string[]): (host: string) => boolean {
  if (allowed.length === 0 && !isLoopback(bind)) return () => true
  const names = namesOf([...allowed, bind])
  return (host) => {
    const name = withoutPort(host)
    return isIP(name) !== 0 || !name.includes('.') || name.endsWith('.localhost') || isOneOf(name, names)
  }
}

/**
 * Checks whether a page of this origin is served by this machine. A page of any website can connect to a loopback
 * address of the machine that its browser runs on.
 * @param allowed host names as in `createHostCheck`
 */
export function createOriginCheck(allowed: readonly string[]): (origin: string) => boolean {
  const names = namesOf(allowed)
  return (origin) => {
    const host = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1]
    if (host === undefined) return false
    const name = withoutPort(host)
    const isHere = isLoopback(name) && (isIP(name) !== 0 || name === 'localhost')
    return isHere || name.endsWith('.localhost') || isOneOf(name, names)
  }
}

const namesOf = (names: readonly string[]): ReadonlySet<string> =>
  new Set([...names, hostname()].map((name) => name.toLowerCase()))

/** Without port, IPv6 brackets and trailing dot. */
const withoutPort = (host: string) =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

const isOneOf = (name: string, names: ReadonlySet<string>) =>
  names.has(name) || names.has(`*${name.slice(name.indexOf('.'))}`)
