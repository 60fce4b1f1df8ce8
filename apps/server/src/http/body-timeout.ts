import type { IncomingMessage } from 'node:http'

/** Milliseconds in which a body must be there, and between two pieces of a file that is sent. */
const patience = 60_000
/** Milliseconds that a file may take altogether; for Node's own watch over requests. */
export const longestRequest = 3_600_000

const watched = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Ends the connection of whoever sends a body drop by drop. */
export function limitBody(request: IncomingMessage): void {
  if (request.headers['content-length'] === undefined && request.headers['transfer-encoding'] === undefined) return
  const timer = setTimeout(() => request.destroy(), patience).unref()
  watched.set(request, timer)
  request.once('close', () => clearTimeout(timer))
}

/** A file takes as long as it takes, while something of it comes; for callers that have proved who they are. */
export function allowLongBody(request: IncomingMessage): void {
  const timer = watched.get(request)
  request.on('data', () => timer?.refresh())
}
