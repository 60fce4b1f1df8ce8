import type { ClientInfo } from '@mqdeck/broker'
import type { Log, Tracing } from '@mqdeck/kit'
import type { Note } from './authn/port.ts'

/** The traces, if one of them records this client or this topic. */
export function tracingFor({ tracing }: Log, { clientId, peerhost }: ClientInfo, topic?: string): Tracing | undefined {
  return tracing?.wants({ clientId, peerhost, topic }) ? tracing : undefined
}

/** The fields that identify a client in logs and traces. */
export const logIdentity = ({ clientId, peerhost, peerport, username }: ClientInfo) => ({
  clientid: clientId,
  peername: `${peerhost}:${peerport}`,
  username,
})

/** Collects the notes of an authenticator or a source for the trace of its step. */
export const noteInto =
  (notes: string[]): Note =>
  (what, detail) =>
    void notes.push(detail === undefined ? what : `${what}: ${detail}`)
