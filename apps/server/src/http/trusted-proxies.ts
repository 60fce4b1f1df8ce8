import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Reverse proxies whose `X-Forwarded-For` is trusted. */
export interface TrustedProxies {
  readonly isTrusted: (address: string | undefined) => boolean
  /**
   * Address of the client: the address of the connection, or the last one in `X-Forwarded-For` that is not a trusted
   * proxy.
   */
  readonly clientOf: (request: IncomingMessage) => string
}

/** @param list addresses and networks: `10.0.0.1`, `10.0.0.0/8`, `fd00::/8` */
export function createTrustedProxies(list: readonly string[]): TrustedProxies {
  const trusted = new BlockList()
  for (const one of list) {
    const [address = '', prefix] = one.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) trusted.addAddress(address, family)
    else trusted.addSubnet(address, Number(prefix), family)
  }
  const isTrusted = (address: string | undefined) =>
    address !== undefined && isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return {
    isTrusted,
    clientOf({ socket, headers }) {
      const peer = socket.remoteAddress ?? ''
      const header = headers['x-forwarded-for']
      const hops = String(header ?? '')
        .split(',')
        .map((hop) => hop.trim())
      let client = peer
      while (isTrusted(client)) {
        const next = hops.pop()
        if (next === undefined || isIP(next) === 0) break
        client = next
      }
      return client
    },
  }
}
