import { webcrypto } from 'node:crypto'
import type { Endpoint, Transport, TransportEvents } from './transport.ts'

/** A stream of a QUIC connection with ALPN `mqtt`. @throws if the connection fails */
export async function openQuic(
  { host, port, tls = {}, alpn = 'mqtt' }: Endpoint,
  events: TransportEvents,
): Promise<Transport> {
  // Imported late, because most tests need no QUIC.
  const { QUICClient } = await import('@matrixai/quic')
  const { default: Logger, LogLevel } = await import('@matrixai/logger')
  const text = (value: unknown) => (value === undefined ? undefined : String(value))
  const [ca, cert, key] = [text(tls.ca), text(tls.cert), text(tls.key)]
  const client = await QUICClient.createQUICClient(
    {
      host,
      port,
      // BoringSSL needs a server name, even for an IP address.
      serverName: 'localhost',
      crypto: { ops: { randomBytes: async (data) => void webcrypto.getRandomValues(new Uint8Array(data)) } },
      config: {
        applicationProtos: [alpn],
        verifyPeer: ca !== undefined,
        maxIdleTimeout: 10_000,
        readableChunkSize: 64 * 1024,
        ...(ca !== undefined && { ca }),
        ...(cert !== undefined && { cert }),
        ...(key !== undefined && { key }),
      },
      logger: new Logger('client', LogLevel.SILENT),
    },
    { timer: 5_000 },
  )
  const stream = client.connection.newStream()
  const [reader, writer] = [stream.readable.getReader(), stream.writable.getWriter()]
  let gate = Promise.resolve()
  let open: (() => void) | undefined
  let pending = 0
  let isClosed = false
  const closed = () => {
    if (!isClosed) events.closed()
    isClosed = true
  }
  const read = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      await gate
      events.data(Buffer.from(next.value))
    }
  }
  const leave = () => void client.destroy({ force: true }).then(closed, closed)
  read().then(leave, leave)
  return {
    write: (bytes) => {
      pending += bytes.length
      const done = () => {
        pending -= bytes.length
      }
      writer.write(Uint8Array.from(bytes)).then(done, done)
    },
    end: () => void writer.close().catch(leave),
    destroy: leave,
    pause: () => {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    resume: () => open?.(),
    pendingBytes: () => pending,
  }
}
