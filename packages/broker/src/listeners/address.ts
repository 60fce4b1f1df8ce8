/** Converts an IPv4-mapped IPv6 address, as dual-stack sockets report it, to IPv4. */
export const withoutMapping = (address: string) =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
