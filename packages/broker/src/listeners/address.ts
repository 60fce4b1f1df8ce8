import { isIPv6, SocketAddress } from 'node:net'

/** Converts an IPv4-mapped IPv6 address, as dual-stack sockets report it, to IPv4. */
export const withoutMapping = (address: string) =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address

/** Converts a written address to the form that sockets report, which bans and rules compare. */
export function canonicalAddress(address: string): string {
  const [plain = address] = address.split('%', 1)
  return isIPv6(plain) ? withoutMapping(new SocketAddress({ address: plain, family: 'ipv6' }).address) : plain
}
