import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A port that forwards to another port of 127.0.0.1. It replaces an outage of a server that takes long to start. */
interface Relay {
  readonly port: number
  /** Closes all connections and rejects new ones until `up`. */
  down(): Promise<void>
  /** Does nothing if it is up. */
  up(): Promise<void>
  /** Keeps all connections, and forwards nothing more. */
  silence(): void
}

export async function startRelay(target: number): Promise<Relay> {
  let isSilent = false
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket)
      socket.on('error', () => {}) // `close` follows
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
      socket.on('data', (data) => isSilent || other.write(data))
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    port,
    async down() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async up() {
      if (!server.listening) await listen(port)
    },
    silence() {
      isSilent = true
    },
  }
}

/** A running server whose connections a test interrupts. */
interface RelayedServer extends Pick<Relay, 'port' | 'down'> {
  /** Kills the server itself. */
  kill(): Promise<void>
  /** After `down` and `kill`. */
  up(): Promise<void>
}

interface KillableServer {
  readonly port: number
  kill(): Promise<void>
  start(): Promise<void>
}

/** The server behind a relay, because its start takes longer than most tests. */
export async function behindRelay(server: KillableServer): Promise<RelayedServer> {
  const { port, down, up } = await startRelay(server.port)
  let isKilled = false
  return {
    port,
    down,
    async kill() {
      isKilled = true
      await server.kill()
    },
    async up() {
      if (isKilled) await server.start()
      isKilled = false
      await up()
    },
  }
}
