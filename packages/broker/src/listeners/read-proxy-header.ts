import type { Socket } from 'node:net'
import { type ProxyHeader, parseProxyHeader } from './proxy-header.ts'

/** Reads the PROXY header from the start of the stream and leaves the rest in the socket. */
export function readProxyHeader(socket: Socket, found: (header: ProxyHeader) => void, malformed: () => void): void {
  let collected: Buffer = Buffer.alloc(0)
  const read = () => {
    for (let chunk: unknown = socket.read(); chunk !== null; chunk = socket.read()) {
      if (!Buffer.isBuffer(chunk)) continue
      collected = collected.length === 0 ? chunk : Buffer.concat([collected, chunk])
      const header = parseProxyHeader(collected)
      if (header === undefined) continue
      socket.off('readable', read)
      if (header === 'malformed') {
        malformed()
        return
      }
      if (collected.length > header.length) socket.unshift(collected.subarray(header.length))
      found(header)
      return
    }
  }
  socket.on('readable', read)
}
