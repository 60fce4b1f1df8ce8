import { createPrivateKey } from 'node:crypto'
import { listenerId } from '@mqdeck/contract'
import type { Listener, ListenerPorts } from '../listener.ts'
import { bindError, ListenerError } from '../listener-error.ts'
import { type ListenerContext, type ListenerSettings, needsNewSocket, noRefusals } from '../settings.ts'
import { checkContext, checkedPair, readTlsMaterial, sameMaterial, type TlsMaterial } from '../tls-material.ts'
import { createTokenBucket, type TokenBucket } from '../token-bucket.ts'
import { quicCapability } from './capability.ts'
import type { Credentials } from './messages.ts'
import { openQuicServer, type QuicServer } from './server.ts'

export type QuicSettings = Extract<ListenerSettings, { type: 'quic' }>

/** A QUIC listener. The first stream that the client opens on a connection carries MQTT (ALPN `mqtt`). */
export function createQuicListener(initial: QuicSettings, ports: ListenerPorts): Listener {
  const id = listenerId(initial)
  const refused = noRefusals()
  let settings = initial
  let context: ListenerContext = { id, port: 0, settings }
  let server: QuicServer | undefined
  let material: TlsMaterial | undefined
  let rate: TokenBucket | undefined

  const credentialsOf = (next: QuicSettings, texts: TlsMaterial): Credentials => {
    const { cert, key, passphrase } = checkedPair(id, texts, next.ssl_options.password)
    checkContext(id, { cert, key, ...(passphrase !== undefined && { passphrase }) }, 'certfile')
    if (texts.ca !== undefined) checkContext(id, { ca: texts.ca }, 'cacertfile')
    return {
      cert,
      // The library does not support encrypted keys.
      key: createPrivateKey({ key, ...(passphrase !== undefined && { passphrase }) })
        .export({ type: 'pkcs8', format: 'pem' })
        .toString(),
      ca: texts.ca,
      verify: next.ssl_options.verify === 'verify_peer',
    }
  }

  const prepare = async (next: QuicSettings) => {
    const capability = quicCapability()
    if (!capability.available) throw new ListenerError(id, 'type', 'not_available', capability.reason)
    const texts = await readTlsMaterial(id, next.ssl_options)
    return { texts, credentials: credentialsOf(next, texts) }
  }

  const open = async (next: QuicSettings, credentials: Credentials): Promise<QuicServer> => {
    const { host = '::', port } = next.bind
    const connectionCount = () => server?.count ?? 0
    try {
      return await openQuicServer(
        { host, port, ...credentials },
        (transport) => {
          const why =
            rate && !rate.take(ports.clock.now())
              ? 'max_conn_rate'
              : connectionCount() > settings.max_connections
                ? 'max_connections'
                : undefined
          if (why) {
            refused[why] += 1
            transport.destroy()
          } else ports.onConnection(transport, context)
        },
        (message) => ports.log.warn({ listener: id, reason: message }, 'quic_connection_failed'),
        restart,
      )
    } catch (error) {
      throw bindError(id, `${next.bind.host ?? '*'}:${port}`, error)
    }
  }

  /** The thread of the library has crashed: starts a new one. */
  const restart = (ended: QuicServer) => {
    if (server !== ended) return
    server = undefined
    ports.log.error({ listener: id }, 'quic_listener_crashed')
    start().catch((error: unknown) =>
      ports.log.error({ listener: id, error: String(error) }, 'quic_listener_restart_failed'),
    )
  }

  const activate = (next: QuicSettings) => {
    settings = next
    context.settings = next
    rate = next.max_conn_rate && createTokenBucket(next.max_conn_rate, ports.clock.now())
  }

  const start = async () => {
    if (server) return
    const { texts, credentials } = await prepare(settings)
    activate(settings)
    server = await open(settings, credentials)
    material = texts
    context.port = server.port
  }

  const stop = async () => {
    const closing = server
    if (!closing) return
    server = undefined
    const before = context
    context = { id, port: 0, settings }
    ports.disconnectAll(before)
    await closing.close()
  }

  return {
    id,
    get settings() {
      return settings
    },
    view: () => ({
      ...settings,
      id,
      running: server !== undefined,
      boundPort: server?.port ?? 0,
      currentConnections: server?.count ?? 0,
      refused: { ...refused },
    }),
    start,
    stop,
    update: async (next) => {
      if (next.type !== 'quic' || next.name !== settings.name)
        throw new ListenerError(id, 'type', 'unsupported', 'type and name of a listener cannot be changed')
      const { texts, credentials } = await prepare(next)
      const before = settings
      if (!server || !needsNewSocket(before, next)) {
        server?.setCredentials(credentials)
        material = texts
        activate(next)
        ports.onLimitsChange(context)
        return
      }
      await stop()
      activate(next)
      try {
        await start()
      } catch (error) {
        activate(before)
        await start()
        throw error
      }
    },
    reload: async () => {
      if (!server || !material) return false
      const texts = await readTlsMaterial(id, settings.ssl_options)
      if (sameMaterial(texts, material)) return false
      server.setCredentials(credentialsOf(settings, texts))
      material = texts
      return true
    },
    closeOverdueHandshakes: () => {},
  }
}
