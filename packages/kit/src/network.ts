import { isIP, SocketAddress } from 'node:net'

/** A network in canonical form. A single address has the longest prefix. */
export interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** An address in canonical form: `2001:DB8:0::1` becomes `2001:db8::1`, and `::ffff:10.0.0.1` becomes `10.0.0.1`. */
export function canonicalAddress(text: string): string {
  const [plain = text] = text.split('%', 1)
  if (isIP(plain) !== 6) return plain
  const { address } = new SocketAddress({ address: plain, family: 'ipv6' })
  // Sockets for both families report IPv4 addresses in this form.
  return address.replace(/^::ffff:(?=\d+\.)/, '')
}

/** A network of valid parts. One of mapped IPv4 addresses becomes an IPv4 network: `::ffff:10.0.0.0/104` is `10.0.0.0/8`. */
export function canonicalNetwork(address: string, prefix: number | undefined): Network {
  if (isIP(address) !== 6) return { address, prefix: prefix ?? 32, family: 'ipv4' }
  const plain = canonicalAddress(address)
  const bits = prefix ?? 128
  return isIP(plain) === 4 && bits >= 96
    ? { address: plain, prefix: bits - 96, family: 'ipv4' }
    : { address, prefix: bits, family: 'ipv6' }
}
