import type { Broker } from '@mqdeck/broker'
import type { FastifyInstance } from 'fastify'
import type { WebSocketBackend } from '../../http/web-socket-gateway.ts'

/** The broker's own listeners. */
export function toWebSocketBackend(app: FastifyInstance, broker: Pick<Broker, 'listeners'>): WebSocketBackend {
  return {
    async listeners(authorization, peer) {
      // An IP address passes every host check. The host name of the caller has been checked.
      const headers = { authorization, host: '127.0.0.1' }
      const { statusCode, body } = await app.inject({ url: '/api/v5/listeners', headers, remoteAddress: peer })
      return { status: statusCode, body }
    },
    places({ id, isSecure }) {
      const listener = broker.listeners().find((one) => one.id === id && one.running)
      if (!listener) return []
      const place = { host: toHost(listener.bind.host), port: listener.boundPort }
      return [isSecure ? { ...place, tls: { verify: false } } : place]
    },
  }
}

/** Maps a listener on all addresses to the loopback address. */
function toHost(bind: string | undefined): string {
  if (bind === undefined || bind === '0.0.0.0') return '127.0.0.1'
  return bind === '::' ? '::1' : bind
}
