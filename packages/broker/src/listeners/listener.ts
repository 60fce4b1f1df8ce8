import { Socket } from 'node:net'
import { listenerId } from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'
import type { Turn } from '../turn.ts'
import { type Acceptor, type Connections, createConnections, openAcceptor } from './acceptor.ts'
import { createAccessCheck } from './access-rules.ts'
import { withoutMapping } from './address.ts'
import { createHandshakePipeline, type HandshakePipeline, type StreamSettings } from './handshake-pipeline.ts'
import { bindError, ListenerError } from './listener-error.ts'
import { createPendingHandshakes } from './pending-handshakes.ts'
import {
  backlogOf,
  keepsClients,
  type ListenerContext,
  type ListenerRefusal,
  type ListenerSettings,
  type ListenerView,
  needsNewSocket,
  noRefusals,
} from './settings.ts'
import { readTlsMaterial, sameMaterial, type TlsMaterial } from './tls-material.ts'
import { createTokenBucket, type TokenBucket } from './token-bucket.ts'
import type { Transport } from './transport.ts'
import { createWebClients, type WebClients } from './web-clients.ts'

export interface Listener {
  readonly id: string
  readonly settings: ListenerSettings
  view(): ListenerView
  /** Does nothing if the listener is running. @throws {ListenerError} */
  start(): Promise<void>
  /** Stops accepting and disconnects all clients; resolves when the last connection is closed. */
  stop(): Promise<void>
  /** Applies new settings. @throws {ListenerError} and keeps the previous settings */
  update(settings: ListenerSettings): Promise<void>
  /** Reads the certificates again. Returns false if unchanged. @throws {ListenerError} and keeps the previous ones */
  reload(): Promise<boolean>
  /** Called periodically: closes connections whose handshakes take too long. */
  closeOverdueHandshakes(now: number): void
}

/** The functions of the broker that a listener uses. */
export interface ListenerPorts {
  readonly clock: Clock
  readonly log: Log
  readonly turn: Turn
  /** For ws and wss. */
  readonly webClients?: WebClients
  /** Handles a connection whose handshakes are complete. */
  onConnection(transport: Transport, context: ListenerContext): void
  /** Disconnects all clients with this context. */
  disconnectAll(context: ListenerContext): Promise<void>
  /** Called when the limits in the context have changed. */
  onLimitsChange(context: ListenerContext): void
  maxPacketSize(zone: string): number
}

/** The settings in use and everything derived from them. Replaced as a whole. */
interface ActiveSettings {
  readonly settings: StreamSettings
  readonly material: TlsMaterial | undefined
  readonly pipeline: HandshakePipeline
  readonly isAllowed: (address: string) => boolean
  readonly rate: TokenBucket | undefined
}

/** A listener of tcp, ssl, ws or wss. */
export function createStreamListener(initial: StreamSettings, ports: ListenerPorts): Listener {
  const id = listenerId(initial)
  const { clock } = ports
  const pending = createPendingHandshakes()
  const refused = noRefusals()
  let accepted = noConnections(id, initial)
  let settings: StreamSettings = initial
  let active: ActiveSettings | undefined
  let acceptor: Acceptor | undefined

  const refuse = (socket: Socket, why: ListenerRefusal) => {
    refused[why] += 1
    socket.destroy()
  }
  const onHandshakeComplete = (transport: Transport) => {
    // A connection that the client has already reset has no address, so bans could not match it.
    if (transport.peer.host === '') transport.destroy()
    else ports.onConnection(transport, accepted.context)
  }

  const loadSettings = async (next: StreamSettings): Promise<ActiveSettings> => {
    refuseUnsupported(id, next)
    const material = 'ssl_options' in next ? await readTlsMaterial(id, next.ssl_options) : undefined
    return toActiveSettings(next, material)
  }
  const toActiveSettings = (next: StreamSettings, material: TlsMaterial | undefined): ActiveSettings => ({
    settings: next,
    material,
    pipeline: createHandshakePipeline(id, next, material, {
      clock,
      pending,
      onComplete: onHandshakeComplete,
      refuse,
      countRefusal: (why) => {
        refused[why] += 1
      },
      webClients: ports.webClients ?? createWebClients(),
      maxPacketSize: () => ports.maxPacketSize(next.zone),
    }),
    isAllowed: createAccessCheck(next.access_rules),
    rate: next.max_conn_rate && createTokenBucket(next.max_conn_rate, clock.now()),
  })

  // Closing a socket takes at least 10 us, and Node closes sockets that were reset while it reads the others.
  const destroyInTurn = function (this: Socket, error?: Error) {
    ports.turn.soon(() => destroySocket.call(this, error))
    return this
  }

  const onSocket = (socket: Socket) => {
    socket.destroy = destroyInTurn
    // A failed handshake or a closed peer must not end the process; 'close' follows.
    socket.on('error', ignore)
    // Thousands of clients may connect at the same time.
    ports.turn.soon(() => checkAndStart(socket))
  }

  const checkAndStart = (socket: Socket) => {
    const { remoteAddress } = socket
    if (!active || remoteAddress === undefined || socket.destroyed) return void socket.destroy()
    if (!active.isAllowed(withoutMapping(remoteAddress))) return refuse(socket, 'access_rules')
    if (active.rate && !active.rate.take(clock.now())) return refuse(socket, 'max_conn_rate')
    if (accepted.connections.size >= active.settings.max_connections) return refuse(socket, 'max_connections')
    accepted.connections.add(socket)
    active.pipeline.start(socket)
  }

  const open = async ({ bind, ...rest }: StreamSettings): Promise<Acceptor> => {
    const backlog = backlogOf({ bind, ...rest })
    try {
      return await openAcceptor({ ...bind, backlog }, onSocket, (error) =>
        ports.log.warn({ listener: id, reason: error.message }, 'accept_failed'),
      )
    } catch (error) {
      throw bindError(id, `${bind.host ?? '*'}:${bind.port}`, error)
    }
  }

  const activate = (next: ActiveSettings) => {
    active = next
    settings = next.settings
    accepted.context.settings = next.settings
  }

  /** If the port stays the same, the old socket must be closed before the new one can be opened. */
  const reopen = async (previous: Acceptor, next: StreamSettings): Promise<Acceptor> => {
    const isSamePort = next.bind.port !== 0 && next.bind.port === settings.bind.port
    if (!isSamePort) {
      const opened = await open(next)
      await previous.close()
      return opened
    }
    await previous.close()
    try {
      return await open(next)
    } catch (error) {
      acceptor = undefined
      acceptor = await open(settings)
      throw error
    }
  }

  /** Disconnects the connections accepted so far. Later ones get a new context and are not affected. */
  const disconnectAccepted = async () => {
    const { connections, context } = accepted
    accepted = noConnections(id, settings)
    accepted.context.port = acceptor?.port ?? 0
    for (const { socket } of pending.takeOverdue(Number.POSITIVE_INFINITY)) socket.destroy()
    void ports.disconnectAll(context)
    await connections.waitUntilClosed()
  }

  return {
    id,
    get settings() {
      return settings
    },
    view: () => ({
      ...settings,
      id,
      running: acceptor !== undefined,
      boundPort: acceptor?.port ?? 0,
      currentConnections: accepted.connections.size,
      refused: { ...refused },
    }),
    start: async () => {
      if (acceptor) return
      activate(await loadSettings(settings))
      acceptor = await open(settings)
      accepted.context.port = acceptor.port
    },
    stop: async () => {
      const closing = acceptor
      if (!closing) return
      acceptor = undefined
      await closing.close()
      await disconnectAccepted()
    },
    update: async (given) => {
      if (given.type === 'quic' || given.type !== settings.type || given.name !== settings.name)
        throw new ListenerError(id, 'type', 'unsupported', 'type and name of a listener cannot be changed')
      const next = await loadSettings(given)
      const old = acceptor
      if (!old || !needsNewSocket(settings, given)) {
        activate(next)
        ports.onLimitsChange(accepted.context)
        return
      }
      acceptor = await reopen(old, given)
      activate(next)
      if (!keepsClients(given)) return disconnectAccepted()
      accepted.context.port = acceptor.port
      ports.onLimitsChange(accepted.context)
    },
    reload: async () => {
      if (!active?.material || !('ssl_options' in settings)) return false
      const material = await readTlsMaterial(id, settings.ssl_options)
      if (sameMaterial(material, active.material)) return false
      activate(toActiveSettings(settings, material))
      return true
    },
    closeOverdueHandshakes: (now) => {
      for (const { socket, stage } of pending.takeOverdue(now)) refuse(socket, stage)
    },
  }
}

const ignore = () => {}

/** The connections accepted under the present settings, and the context they share. */
interface AcceptedConnections {
  readonly context: ListenerContext
  readonly connections: Connections
}

const noConnections = (id: string, settings: StreamSettings): AcceptedConnections => ({
  context: { id, port: 0, settings },
  connections: createConnections(),
})

/** Rejects settings that this broker does not support, instead of ignoring them. */
function refuseUnsupported(id: string, settings: StreamSettings): void {
  if (settings.type !== 'ssl') return
  const { ocsp, enable_crl_check } = settings.ssl_options
  if (ocsp.enable_ocsp_stapling)
    throw new ListenerError(
      id,
      'ssl_options.ocsp.enable_ocsp_stapling',
      'unsupported',
      'OCSP stapling is not available on this broker',
    )
  if (enable_crl_check)
    throw new ListenerError(
      id,
      'ssl_options.enable_crl_check',
      'unsupported',
      'revocation lists are not available on this broker',
    )
}

const destroySocket = Socket.prototype.destroy
