import type { ClientInfo } from '@mqdeck/broker'
import type { Log, Tracing } from '@mqdeck/kit'
import type { Note } from './authn/port.ts'

/** The traces, when one looks at this client (or at this topic). */
export function tracingFor({ tracing }: Log, { clientId, peerhost }: ClientInfo, topic?: string): Tracing | undefined {
  return tracing?.wants({ clientId, peerhost, topic }) ? tracing : undefined
}

/** As whom traces name a client. */
export const whose = ({ clientId, peerhost, peerport, username }: ClientInfo) => ({
  clientid: clientId,
  peername: `${peerhost}:${peerport}`,
  username,
})

/** What an authenticator or a source says of its way, for the trace of the step. */
export const noteInto =
  (notes: string[]): Note =>
  (what, detail) =>
    void notes.push(detail === undefined ? what : `${what}: ${detail}`)
