import type { Broker } from '@mqdeck/broker'
import { AppError } from '@mqdeck/contract'
import { identify } from '../../http/auth.ts'
import type { Verifiers } from '../../http/identity.ts'
import type { WebSocketBackend, WebSocketCaller, WebSocketListener } from '../../http/web-socket-gateway.ts'

/** Milliseconds. A check reads the token or key from the store. */
const checkInterval = 1000

/** The broker's own listeners. */
export function createWebSocketBackend(
  broker: Pick<Broker, 'listeners' | 'callerHeaders'>,
  verify: Verifiers,
): WebSocketBackend {
  const permit = async ({ authorization, peer }: WebSocketCaller, verifiers = verify): Promise<number> => {
    try {
      return identify(authorization, peer, verifiers).role === 'administrator' ? 200 : 403
    } catch (error) {
      if (error instanceof AppError) return error.status
      throw error
    }
  }
  const find = (id: string) => broker.listeners().find((one) => one.id === id && one.running)
  return {
    permit: (caller) => permit(caller),
    // An open connection does not count as a use of the session, so that an unused session expires.
    mayStay: async (caller) => (await permit(caller, { ...verify, token: verify.tokenUnused })) === 200,
    checkInterval,
    callerHeaders: broker.callerHeaders,
    listener: async (id): Promise<WebSocketListener | number> => {
      const listener = find(id)
      if (!listener || !('websocket' in listener)) return 404
      const { type, boundPort: port, websocket } = listener
      return { id, isSecure: type === 'wss', port, path: websocket.mqtt_path }
    },
    places: ({ id, isSecure }) => {
      const listener = find(id)
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
