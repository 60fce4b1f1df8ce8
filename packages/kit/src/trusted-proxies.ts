import { BlockList, isIP } from 'node:net'
import { canonicalNetwork } from './network.ts'

/** Reverse proxies that name the client of a connection in a header. */
export interface TrustedProxies {
  readonly isTrusted: (address: string | undefined) => boolean
  /**
   * The address of the client: `peer`, which is the address of the connection, or the last one in `forwarded` that is
   * not a trusted proxy. Every proxy appends an address, and a client can send addresses in front of them.
   * @param forwarded value of the header, addresses separated by commas
   */
  readonly clientOf: (peer: string, forwarded: string | undefined) => string
}

/** @param list addresses and networks: `10.0.0.1`, `10.0.0.0/8`, `fd00::/8` */
export function createTrustedProxies(list: readonly string[]): TrustedProxies {
  const trusted = new BlockList()
  for (const one of list) {
    const [given = '', bits] = one.split('/')
    const { address, prefix, family } = canonicalNetwork(given, bits === undefined ? undefined : Number(bits))
    trusted.addSubnet(address, prefix, family)
  }
  const isTrusted = (address: string | undefined) =>
    address !== undefined && isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

  return {
    isTrusted,
    clientOf(peer, forwarded = '') {
      const hops = forwarded.split(',').map((hop) => hop.trim())
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
