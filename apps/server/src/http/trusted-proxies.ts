import type { IncomingMessage } from 'node:http'
import type { TrustedProxies } from '@mqdeck/kit'

/** Address of the caller: of the connection, or the forwarded one behind a trusted proxy. */
export function callerOf({ socket, headers }: IncomingMessage, proxies: TrustedProxies): string {
  const forwarded = headers['x-forwarded-for']
  return proxies.clientOf(socket.remoteAddress ?? '', forwarded === undefined ? undefined : String(forwarded))
}
