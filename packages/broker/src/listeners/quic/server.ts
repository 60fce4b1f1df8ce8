import { X509Certificate } from 'node:crypto'
import { startThread } from '@mqdeck/kit'
import { withoutMapping } from '../address.ts'
import { certificateFrom } from '../socket-transport.ts'
import { lingerMs, type Peer, type Transport, type TransportEvents } from '../transport.ts'
import type { Credentials, FromThread, ToThread } from './messages.ts'

export interface QuicServer {
  readonly port: number
  /** Open connections. */
  readonly count: number
  /** For the connections to come. */
  use(credentials: Credentials): void
  /** Resolves when the last connection has gone; cuts what is left after `lingerMs`. */
  close(): Promise<void>
}

/**
 * Starts the thread and waits until it listens. `lost` is called when the thread ends without having been told to, after its
 * connections. @throws with the system's `code`
 */
export function openQuicServer(
  place: { readonly host: string; readonly port: number } & Credentials,
  enter: (transport: Transport) => void,
  trouble: (message: string) => void,
  lost: (server: QuicServer) => void,
): Promise<QuicServer> {
  const thread = startThread(import.meta.url, './thread.ts', './quic-thread.js')
  const tell = (message: ToThread) => thread.postMessage(message)
  const streams = new Map<number, Stream>()
  let emptied: (() => void) | undefined
  let isClosing = false

  const gone = (id: number, error: string | undefined) => {
    const stream = streams.get(id)
    streams.delete(id)
    stream?.events?.closed(error)
    if (streams.size === 0) emptied?.()
  }
  const hear = (message: FromThread) => {
    switch (message.kind) {
      case 'opened': {
        const stream = new Stream(message.id, peerOf(message), tell)
        streams.set(message.id, stream)
        return enter(stream)
      }
      case 'data':
        return streams
          .get(message.id)
          ?.events?.data(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.length))
      case 'written':
        return streams.get(message.id)?.wrote(message.count)
      case 'closed':
        return gone(message.id, message.error)
      case 'trouble':
        return trouble(message.message)
      default:
        return undefined
    }
  }
  const close = async () => {
    isClosing = true
    if (streams.size > 0) {
      const empty = new Promise<void>((resolve) => {
        emptied = resolve
      })
      const cut = setTimeout(() => emptied?.(), lingerMs)
      await empty
      clearTimeout(cut)
    }
    const ended = new Promise((resolve) => thread.once('exit', resolve))
    tell({ kind: 'stop' })
    const cut = setTimeout(() => void thread.terminate(), lingerMs)
    await ended
    clearTimeout(cut)
  }

  return new Promise((resolve, reject) => {
    let server: QuicServer | undefined
    thread.on('message', (message: FromThread) => {
      if (message.kind === 'listening') {
        server = {
          port: message.port,
          get count() {
            return streams.size
          },
          use: (credentials) => tell({ kind: 'credentials', ...credentials }),
          close,
        }
        resolve(server)
      } else if (message.kind === 'failed') {
        void thread.terminate()
        reject(Object.assign(new Error(message.message), { code: message.code }))
      } else hear(message)
    })
    thread.on('error', (error) => {
      reject(error)
      trouble(error.message)
    })
    thread.on('exit', () => {
      for (const id of [...streams.keys()]) gone(id, 'QUIC has ended')
      if (server && !isClosing) lost(server)
    })
    tell({ kind: 'start', ...place })
  })
}

function peerOf({ host, port, certificate }: Extract<FromThread, { kind: 'opened' }>): Peer {
  return {
    host: withoutMapping(host),
    port,
    certificate: certificate && certificateFrom(new X509Certificate(certificate)),
    serverName: undefined,
  }
}

class Stream implements Transport {
  readonly peer: Peer
  events: TransportEvents | undefined
  pendingBytes = 0
  readonly #id: number
  readonly #tell: (message: ToThread) => void

  constructor(id: number, peer: Peer, tell: (message: ToThread) => void) {
    this.#id = id
    this.peer = peer
    this.#tell = tell
  }

  listen(events: TransportEvents): void {
    this.events = events
  }

  write(bytes: Uint8Array): void {
    this.pendingBytes += bytes.length
    // A copy: else the whole buffer goes with it that this is a part of.
    this.#tell({ kind: 'write', id: this.#id, bytes: Uint8Array.from(bytes) })
  }

  wrote(count: number): void {
    this.pendingBytes -= count
    if (this.pendingBytes === 0) this.events?.drain()
  }

  pause(): void {
    this.#tell({ kind: 'pause', id: this.#id })
  }

  resume(): void {
    this.#tell({ kind: 'resume', id: this.#id })
  }

  end(): void {
    this.resume()
    this.#tell({ kind: 'end', id: this.#id })
    // The peer may never take what is left for it; the thread knows nothing of a stream that has gone.
    setTimeout(() => this.destroy(), lingerMs).unref()
  }

  destroy(): void {
    this.#tell({ kind: 'destroy', id: this.#id })
  }
}
