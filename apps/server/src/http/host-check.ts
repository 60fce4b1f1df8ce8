import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { AppError } from '@mqdeck/contract'
import { isLoopback } from '@mqdeck/kit'

/**
 * Checks whether a `Host` header names this server. Any website can resolve its host name to 127.0.0.1 and then call
 * this server from its own origin (DNS rebinding), with the default password if it is unchanged. It cannot use an IP
 * address, a name without a dot, or a name that is not allowed.
 * @param allowed host names, `*.example.org` for all subdomains. Empty: any name if `bind` is reachable from outside,
 *   and on a loopback address only the names of this machine
 */
export function createHostCheck(bind: string, allowed: readonly string[]): (host: string) => boolean {
  if (allowed.length === 0 && !isLoopback(bind)) return () => true
  const names = new Set([...allowed.map((name) => name.toLowerCase()), hostname().toLowerCase(), bind.toLowerCase()])
  return (host) => {
    const name = toName(host)
    return (
      isIP(name) !== 0 || !name.includes('.') || name.endsWith('.localhost') || names.has(name) || isBelow(name, names)
    )
  }
}

export const foreignHost = () =>
  new AppError('BAD_REQUEST', 'This host name is not allowed. Add it to dashboard.allowed_hosts', {
    status: 421,
  })

/** Without port, IPv6 brackets and trailing dot. */
const toName = (host: string) =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

const isBelow = (name: string, names: ReadonlySet<string>) => names.has(`*${name.slice(name.indexOf('.'))}`)
