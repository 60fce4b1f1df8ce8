import { isIPv6 } from 'node:net'

/** Who counts as one caller: an address of IPv4, a /64 network of IPv6, since each of its owners has 2^64 addresses there. */
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
