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

export interface Listener {
  readonly id: string
  readonly settings: ListenerSettings
  view(): ListenerView
  /** Does nothing when it runs. @throws {ListenerError} */
  start(): Promise<void>
  /** Takes no more connections and says goodbye to those it has; resolves when the last one has gone. */
  stop(): Promise<void>
  /** Exchanges the settings. @throws {ListenerError} and goes on with those it had */
  update(settings: ListenerSettings): Promise<void>
  /** Reads the certificates again. False when they are the same. @throws {ListenerError} and goes on with those it had */
  reload(): Promise<boolean>
  /** Called from time to time: cuts connections that take too long to become MQTT. */
  closeOverdueHandshakes(now: number): void
}

/** What a listener needs of the broker. */
export interface ListenerPorts {
  readonly clock: Clock
  readonly log: Log
  readonly turn: Turn
  /** Takes a new connection; calls `gone` when it is closed. */
  accept(transport: Transport, context: ListenerContext): void
  /** Disconnects the clients that came through this entrance. */
  disconnectAll(context: ListenerContext): Promise<void>
  /** The limits of the entrance have changed. */
  limitsChanged(context: ListenerContext): void
  maxPacketSize(zone: string): number
}

/** What follows from the settings and is exchanged with them. */
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
  let accepted = noneAccepted(id, initial)
  let settings: StreamSettings = initial
  let active: ActiveSettings | undefined
  let acceptor: Acceptor | undefined

  const refuse = (socket: Socket, why: ListenerRefusal) => {
    refused[why] += 1
    socket.destroy()
  }
  const admit = (transport: Transport) => {
    // A client that has reset its connection already has no address any more: no ban would know it.
    if (transport.peer.host === '') transport.destroy()
    else ports.accept(transport, accepted.context)
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
      admit,
      refuse,
      countRefusal: (why) => {
        refused[why] += 1
      },
      maxPacketSize: () => ports.maxPacketSize(next.zone),
    }),
    isAllowed: createAccessCheck(next.access_rules),
    rate: next.max_conn_rate && createTokenBucket(next.max_conn_rate, clock.now()),
  })

  // Closing a socket takes the system 10 us and more, and Node closes those that their clients have reset while it reads the others.
  const destroyInTurn = function (this: Socket, error?: Error) {
    ports.turn.soon(() => destroySocket.call(this, error))
    return this
  }

  const onSocket = (socket: Socket) => {
    socket.destroy = destroyInTurn
    // A handshake that fails, or a peer that is gone already, must not end the process; 'close' follows.
    socket.on('error', ignore)
    // Thousands may connect in one moment.
    ports.turn.soon(() => accept(socket))
  }

  const accept = (socket: Socket) => {
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

  /** With the port that it has already, the old door has to be shut before the new one can be opened. */
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

  /** Those who are inside leave; who comes from now on is not of them. */
  const disconnectAccepted = async () => {
    const { connections, context } = accepted
    accepted = noneAccepted(id, settings)
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
        ports.limitsChanged(accepted.context)
        return
      }
      acceptor = await reopen(old, given)
      activate(next)
      if (!keepsClients(given)) return disconnectAccepted()
      accepted.context.port = acceptor.port
      ports.limitsChanged(accepted.context)
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

/** Who came in between two openings, and what they know of the listener. */
interface AcceptedConnections {
  readonly context: ListenerContext
  readonly connections: Connections
}

const noneAccepted = (id: string, settings: StreamSettings): AcceptedConnections => ({
  context: { id, port: 0, settings },
  connections: createConnections(),
})

/** What this broker cannot do is not accepted as if it could. */
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
