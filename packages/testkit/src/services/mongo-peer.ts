import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { type Certificate, testAuthority } from '../certificate.ts'
import { freePorts } from '../free-port.ts'
import { createCollections } from './mongo-peer/collections.ts'
import { createCommands } from './mongo-peer/commands.ts'
import { createReader, type Document, writeAnswer } from './mongo-peer/frames.ts'
import { createConversation, memberRole, type NodeContext, type NodeView } from './mongo-peer/node.ts'

/**
 * A fake MongoDB on 127.0.0.1, because neither Debian nor npm has a MongoDB server. Keeps documents in memory,
 * authenticates by SCRAM-SHA-256, and supports the commands in `mongo-peer/`. Other commands are rejected as in
 * MongoDB.
 */
export interface MongoPeer {
  readonly ports: readonly number[]
  readonly tlsPorts: readonly number[]
  readonly username: string
  readonly password: string
  /** Database of the user. */
  readonly authSource: 'admin'
  /** Name of the replica set. */
  readonly setName: string
  /** PEM: the CA of its certificate, which is for localhost and 127.0.0.1. */
  readonly ca: string
  /** Runs a command directly, without a connection. */
  run(database: string, command: Document): Document
  /** Holds responses to commands on documents from now on, until it is released. */
  hold(): () => void
  /** Stops it immediately. `start` starts it again with its documents. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Stops the primary of a replica set. Another member becomes the primary. */
  failOver(): Promise<void>
  close(): Promise<void>
}

export interface MongoPeerOptions {
  /** `rs` has three members, `sharded` two routers. */
  readonly deployment?: 'single' | 'rs' | 'sharded'
}

const login = { username: 'mqdeck', password: 'mongo secret' }
const setName = 'rs0'
const nodesOf = { single: 1, rs: 3, sharded: 2 } as const

export async function startMongoPeer({ deployment = 'single' }: MongoPeerOptions = {}): Promise<MongoPeer> {
  const authority = await testAuthority()
  const certificate = await authority.issue()
  const count = nodesOf[deployment]
  const all = await freePorts(count * 2)
  const places = { tcp: all.slice(0, count), tls: all.slice(count) }
  const run = createCommands(createCollections())
  let held: Promise<void> = Promise.resolve()
  let primary = 0
  let term = 1

  const viewOf = (index: number, ports: readonly number[]): NodeView => {
    if (deployment === 'single') return { isPrimary: true, role: {} }
    if (deployment === 'sharded') return { isPrimary: true, role: { msg: 'isdbgrid' } }
    const hosts = ports.map((port) => `127.0.0.1:${port}`)
    return memberRole(setName, hosts, hosts[index] ?? '', hosts[primary], term)
  }
  const nodes = places.tcp.map((port, index) => {
    const context = (ports: readonly number[]): NodeContext => ({
      login,
      run,
      view: () => viewOf(index, ports),
      admitted: () => held,
    })
    const listeners = [
      createPeerPort(port, context(places.tcp)),
      createPeerPort(places.tls[index] ?? 0, context(places.tls), certificate),
    ]
    return {
      start: () => Promise.all(listeners.map((listener) => listener.open())),
      kill: () => Promise.all(listeners.map((listener) => listener.close())),
    }
  })
  const kill = async () => void (await Promise.all(nodes.map((node) => node.kill())))
  const start = async () => void (await Promise.all(nodes.map((node) => node.start())))
  await start()
  return {
    ...login,
    ports: places.tcp,
    tlsPorts: places.tls,
    authSource: 'admin',
    setName,
    ca: authority.cert,
    run(database, command) {
      const [name = ''] = Object.keys(command)
      return run(name, { ...command, $db: database })
    },
    hold() {
      let release = () => {}
      held = new Promise((resolve) => {
        release = resolve
      })
      return release
    },
    kill,
    start,
    async failOver() {
      await nodes[primary]?.kill()
      primary = (primary + 1) % count
      term += 1
    },
    close: kill,
  }
}

interface PeerPort {
  open(): Promise<void>
  close(): Promise<void>
}

/** One port of one server. */
function createPeerPort(port: number, context: NodeContext, certificate?: Certificate): PeerPort {
  const sockets = new Set<Socket>()
  const onConnection = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}) // clients may disconnect at any time
    socket.once('close', () => sockets.delete(socket))
    converse(socket, context)
  }
  let server: Server | undefined
  return {
    open: () =>
      new Promise((resolve, reject) => {
        server = certificate ? createTlsServer({ ...certificate }, onConnection) : createServer(onConnection)
        server.on('tlsClientError', () => {})
        // Connections in the TLS handshake must be closed, too.
        server.on('connection', (socket: Socket) => {
          sockets.add(socket)
          socket.once('close', () => sockets.delete(socket))
        })
        server.once('error', reject).listen(port, '127.0.0.1', resolve)
      }),
    close: () =>
      new Promise((resolve) => {
        if (!server?.listening) return resolve()
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** Handles requests one after the other. Invalid messages close the connection. */
function converse(socket: Socket, context: NodeContext): void {
  const { answer } = createConversation(context)
  const read = createReader()
  let turn: Promise<void> = Promise.resolve()
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const request of read(chunk)) {
        turn = turn.then(async () => {
          const said = await answer(request.command)
          if (!request.isSilent && socket.writable) socket.write(writeAnswer(request, said))
        })
      }
    } catch {
      socket.destroy()
    }
  })
}
