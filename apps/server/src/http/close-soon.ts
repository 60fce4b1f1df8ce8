import type { Duplex } from 'node:stream'

/** Milliseconds for the other side to close, too. */
const courtesy = 5000

/** For a connection to which everything has been said: Node waits without end for an upgraded one to be closed on the other side. */
export function closeSoon(socket: Duplex): void {
  setTimeout(() => socket.destroy(), courtesy).unref()
}
