import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { AppError } from '@mqdeck/contract'

/**
 * Tells whether a `Host` header names this server. A page of any website can point a name of its own at 127.0.0.1 and then
 * talks to us from "its" origin (DNS rebinding), with the default password if that still stands. It cannot send an
 * address nor a name without a dot, and no name that was not allowed.
 * @param allowed names, `*.example.org` for all below it; none: any where others reach `bind` anyway, and on a loopback
 *   address those of this machine
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

export const isLoopback = (bind: string) => bind === 'localhost' || bind === '::1' || bind.startsWith('127.')

/** Without port, brackets of IPv6 and the dot at the end. */
const toName = (host: string) =>
  host
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')

const isBelow = (name: string, names: ReadonlySet<string>) => names.has(`*${name.slice(name.indexOf('.'))}`)
