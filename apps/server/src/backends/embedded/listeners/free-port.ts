import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { parseHostPort } from '@mqdeck/contract'
import type { ListenerEntry } from './service.ts'

/** Number of ports to try. */
const maxAttempts = 50

/**
 * First port from `from` on that no configured listener has, enabled or not, and that can be bound now. Undefined if
 * none was found.
 */
export async function findFreePort(
  host: string,
  from: number,
  isUdp: boolean,
  listeners: readonly ListenerEntry[],
): Promise<number | undefined> {
  const taken = new Set(
    listeners
      .filter(({ type }) => (type === 'quic') === isUdp)
      .map(({ settings }) => parseHostPort(settings.bind)?.port),
  )
  for (let port = from; port < Math.min(from + maxAttempts, 65_536); port++) {
    if (!taken.has(port) && (await (isUdp ? canBindUdp : canBindTcp)(host, port))) return port
  }
  return undefined
}

const canBindTcp = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)))
  })

const canBindUdp = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
    socket.once('error', () => socket.close(() => resolve(false)))
    socket.bind({ address: host, port, exclusive: true }, () => socket.close(() => resolve(true)))
  })
