import type { IncomingMessage } from 'node:http'
import { onSignedIn } from './signed-in.ts'

/** Milliseconds for the body of a caller who is not signed in, for example a login. It has at most 64 KiB. */
export const publicBodyTimeoutMs = 5000
/** Milliseconds for receiving a body, and between two chunks of an upload. */
const bodyTimeoutMs = 60_000
/** Maximum milliseconds for an upload, also for Node's own request timeout. */
export const maxUploadMs = 3_600_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Calls `onLate` for a body that arrives very slowly. */
export function limitBody(request: IncomingMessage, onLate: () => void): void {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return
  const start = (timeoutMs: number) => {
    clearTimeout(timers.get(request))
    timers.set(request, setTimeout(onLate, timeoutMs).unref())
  }
  start(publicBodyTimeoutMs)
  onSignedIn(request, () => start(bodyTimeoutMs))
  for (const end of ['end', 'close']) request.once(end, () => clearTimeout(timers.get(request)))
}

/** Uploads may take longer as long as data arrives. Only for authenticated callers. */
export function allowLongBody(request: IncomingMessage): void {
  request.on('data', () => timers.get(request)?.refresh())
}
