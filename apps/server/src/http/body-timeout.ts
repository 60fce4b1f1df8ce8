import type { IncomingMessage } from 'node:http'

/** Milliseconds for receiving a body, and between two chunks of an upload. */
const bodyTimeoutMs = 60_000
/** Maximum milliseconds for an upload, also for Node's own request timeout. */
export const longestUploadMs = 3_600_000

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Closes connections that send a body very slowly. */
export function limitBody(request: IncomingMessage): void {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return
  const timer = setTimeout(() => request.destroy(), bodyTimeoutMs).unref()
  timers.set(request, timer)
  request.once('close', () => clearTimeout(timer))
}

/** Uploads may take longer as long as data arrives. Only for authenticated callers. */
export function allowLongBody(request: IncomingMessage): void {
  const timer = timers.get(request)
  request.on('data', () => timer?.refresh())
}
