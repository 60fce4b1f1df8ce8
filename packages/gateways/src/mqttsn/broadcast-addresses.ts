import { networkInterfaces } from 'node:os'

/** The broadcast addresses of the networks that this machine belongs to. */
export function broadcastAddresses(interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces()): string[] {
  const addresses = Object.values(interfaces).flatMap((all = []) =>
    all.flatMap(({ family, internal, address, netmask }) =>
      family === 'IPv4' && !internal ? [broadcastOf(address, netmask)] : [],
    ),
  )
  return [...new Set(addresses)]
}

function broadcastOf(address: string, netmask: string): string {
  const mask = netmask.split('.').map(Number)
  return address
    .split('.')
    .map((part, index) => (Number(part) & (mask[index] ?? 255)) | (~(mask[index] ?? 255) & 255))
    .join('.')
}
