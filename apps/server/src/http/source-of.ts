import { isIPv6 } from 'node:net'

/**
 * Addresses that count as one caller: an IPv4 address, or an IPv6 /64 network, because its owner has 2^64 addresses.
 */
export function sourceOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%', 1)[0] ?? '').split('::')
  const groups = head.split(':').filter(Boolean)
  const end = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - groups.length - end.length)).fill('0')
  return `${[...groups, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}
