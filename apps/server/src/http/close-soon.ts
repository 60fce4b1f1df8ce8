import type { Duplex } from 'node:stream'

/** Milliseconds for the other side to close, too. */
const closeTimeoutMs = 5000

/**
 * Closes a connection after the last data. Node otherwise waits without limit until the other side closes an upgraded
 * connection.
 */
export function closeSoon(socket: Duplex): void {
  setTimeout(() => socket.destroy(), closeTimeoutMs).unref()
}
