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
  /** Applies to new connections. */
  setCredentials(credentials: Credentials): void
  /** Resolves when all connections are closed; destroys the remaining ones after `lingerMs`. */
  close(): Promise<void>
}

/**
 * Starts the thread and waits until it listens. `onCrash` is called if the thread ends unexpectedly, after its connections
 * were closed. @throws with the system's `code`
 */
export function openQuicServer(
  address: { readonly host: string; readonly port: number } & Credentials,
  onTransport: (transport: Transport) => void,
  onError: (message: string) => void,
  onCrash: (server: QuicServer) => void,
): Promise<QuicServer> {
  const thread = startThread(import.meta.url, './thread.ts', './quic-thread.js')
  const post = (message: ToThread) => thread.postMessage(message)
  const streams = new Map<number, Stream>()
  let onEmpty: (() => void) | undefined
  let isClosing = false

  const removeStream = (id: number, error: string | undefined) => {
    const stream = streams.get(id)
    streams.delete(id)
    stream?.events?.closed(error)
    if (streams.size === 0) onEmpty?.()
  }
  const handleMessage = (message: FromThread) => {
    switch (message.kind) {
      case 'opened': {
        const stream = new Stream(message.id, peerOf(message), post)
        streams.set(message.id, stream)
        return onTransport(stream)
      }
      case 'data':
        return streams
          .get(message.id)
          ?.events?.data(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.length))
      case 'written':
        return streams.get(message.id)?.onWritten(message.count)
      case 'closed':
        return removeStream(message.id, message.error)
      case 'error':
        return onError(message.message)
      default:
        return undefined
    }
  }
  const close = async () => {
    isClosing = true
    if (streams.size > 0) {
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve
      })
      const cut = setTimeout(() => onEmpty?.(), lingerMs)
      await empty
      clearTimeout(cut)
    }
    const ended = new Promise((resolve) => thread.once('exit', resolve))
    post({ kind: 'stop' })
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
          setCredentials: (credentials) => post({ kind: 'credentials', ...credentials }),
          close,
        }
        resolve(server)
      } else if (message.kind === 'failed') {
        void thread.terminate()
        reject(Object.assign(new Error(message.message), { code: message.code }))
      } else handleMessage(message)
    })
    thread.on('error', (error) => {
      reject(error)
      onError(error.message)
    })
    thread.on('exit', () => {
      for (const id of [...streams.keys()]) removeStream(id, 'QUIC has ended')
      if (server && !isClosing) onCrash(server)
    })
    post({ kind: 'start', ...address })
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
  readonly #post: (message: ToThread) => void

  constructor(id: number, peer: Peer, post: (message: ToThread) => void) {
    this.#id = id
    this.peer = peer
    this.#post = post
  }

  listen(events: TransportEvents): void {
    this.events = events
  }

  write(bytes: Uint8Array): void {
    this.pendingBytes += bytes.length
    // A copy, because otherwise the whole underlying buffer would be transferred.
    this.#post({ kind: 'write', id: this.#id, bytes: Uint8Array.from(bytes) })
  }

  onWritten(count: number): void {
    this.pendingBytes -= count
    if (this.pendingBytes === 0) this.events?.drain()
  }

  pause(): void {
    this.#post({ kind: 'pause', id: this.#id })
  }

  resume(): void {
    this.#post({ kind: 'resume', id: this.#id })
  }

  end(): void {
    this.resume()
    this.#post({ kind: 'end', id: this.#id })
    // The peer may never read the remaining bytes. The thread ignores streams that are already closed.
    setTimeout(() => this.destroy(), lingerMs).unref()
  }

  destroy(): void {
    this.#post({ kind: 'destroy', id: this.#id })
  }
}
