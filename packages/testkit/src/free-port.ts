import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Unused TCP ports of 127.0.0.1, all different. They are below the ephemeral ports of Linux (32768 and above), so that
 * a server finds its port free after a restart.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, () => listenSomewhere()))
  const ports = servers.map(({ port }) => port)
  await Promise.all(servers.map(({ close }) => close()))
  return ports
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1)
  return port
}

interface Held {
  readonly port: number
  readonly close: () => Promise<void>
}

async function listenSomewhere(): Promise<Held> {
  for (let attempts = 100; attempts > 0; attempts -= 1) {
    const held = await listen(randomInt(10_240, 32_768))
    if (held) return held
  }
  throw new Error('No free TCP port')
}

/** Undefined if the port is in use. */
const listen = (port: number): Promise<Held | undefined> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen(port, '127.0.0.1', () => {
      resolve({ port, close: () => new Promise((done) => server.close(() => done())) })
    })
  })
