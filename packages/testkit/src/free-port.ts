import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * TCP ports of 127.0.0.1 that nobody listened on a moment ago, all different. They lie below those that Linux gives to outgoing
 * connections (32768 and above): a server that is stopped and started again finds its port free.
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

/** Undefined when somebody else has it. */
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
