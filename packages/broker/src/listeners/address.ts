import { isIPv6, SocketAddress } from 'node:net'

/** IPv4 where a socket of both families shows it inside of IPv6. */
export const withoutMapping = (address: string) =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address

/** An address that somebody wrote, as sockets report it: bans and rules look for that form. */
export function canonicalAddress(address: string): string {
  const [plain = address] = address.split('%', 1)
  return isIPv6(plain) ? withoutMapping(new SocketAddress({ address: plain, family: 'ipv6' }).address) : plain
}
