import { createHmac, timingSafeEqual, webcrypto } from 'node:crypto'
import { parentPort } from 'node:worker_threads'
import Logger, { LogLevel } from '@matrixai/logger'
import { events, type QUICConnection, QUICServer, type QUICStream } from '@matrixai/quic'
import type { Credentials, FromThread, ToThread } from './messages.ts'

// The QUIC thread. It is separate from the broker because the library does not catch all errors that datagrams can cause:
// an uncaught error ends at most this thread.

const post = (message: FromThread) => parentPort?.postMessage(message)
const messageOf = (error: unknown) => (error instanceof Error ? error.message || error.name : String(error))
const reportError = (error: unknown) => post({ kind: 'error', message: messageOf(error) })
process.on('uncaughtException', reportError)
process.on('unhandledRejection', reportError)

/** Time for the handshake and for opening the MQTT stream after it, each. */
const handshakeTimeoutMs = 15_000
/** A connection without traffic is closed after this time. A live client answers the keep-alive packets before. */
const idleTimeoutMs = 60_000
const keepAliveIntervalMs = 20_000

const streams = new Map<number, Stream>()
let lastId = 0
let server: QUICServer | undefined

interface Stream {
  write(bytes: Uint8Array): void
  end(): void
  destroy(): void
  pause(): void
  resume(): void
}

const configOf = ({ cert, key, ca, verify }: Credentials) => ({
  cert,
  key,
  verifyPeer: verify,
  ...(ca !== undefined && { ca }),
})

async function start({ host, port, ...credentials }: Extract<ToThread, { kind: 'start' }>): Promise<void> {
  server = new QUICServer({
    crypto: { key: webcrypto.getRandomValues(new Uint8Array(32)).buffer, ops: { sign, verify } },
    config: {
      ...configOf(credentials),
      applicationProtos: ['mqtt'],
      maxIdleTimeout: idleTimeoutMs,
      keepAliveIntervalTime: keepAliveIntervalMs,
      initialMaxStreamsBidi: 1,
      initialMaxStreamsUni: 0,
      enableEarlyData: false,
      readableChunkSize: 64 * 1024,
    },
    minIdleTimeout: handshakeTimeoutMs,
    logger: new Logger('quic', LogLevel.SILENT),
  })
  server.addEventListener(events.EventQUICServerConnection.name, (event: Event) => {
    if (event instanceof events.EventQUICServerConnection) accept(event.detail)
  })
  try {
    await server.start({ host, port })
    post({ kind: 'listening', port: server.port })
  } catch (error) {
    post({ kind: 'failed', code: codeOf(error) ?? 'unknown', message: messageOf(error) })
  }
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause)
}

function accept(connection: QUICConnection): void {
  const close = () => void connection.stop({ isApp: true, errorCode: 0, force: true }).catch(reportError)
  const timeout = setTimeout(close, handshakeTimeoutMs)
  connection.addEventListener(
    events.EventQUICConnectionStream.name,
    (event: Event) => {
      clearTimeout(timeout)
      if (event instanceof events.EventQUICConnectionStream) serveStream(connection, event.detail, close)
    },
    { once: true },
  )
  connection.addEventListener(events.EventQUICConnectionClose.name, () => clearTimeout(timeout), { once: true })
}

/** MQTT over the first stream that the client opens. */
function serveStream(connection: QUICConnection, stream: QUICStream, close: () => void): void {
  lastId += 1
  const id = lastId
  const writer = stream.writable.getWriter()
  const reader = stream.readable.getReader()
  let unpaused = Promise.resolve()
  let unpause: (() => void) | undefined
  let last = Promise.resolve()

  const ended = (error: string | undefined) => {
    if (!streams.delete(id)) return
    unpause?.()
    close()
    post({ kind: 'closed', id, error })
  }
  const read = async () => {
    for (;;) {
      await unpaused
      const { done, value } = await reader.read()
      if (done) return
      post({ kind: 'data', id, bytes: value.slice() })
    }
  }
  streams.set(id, {
    write: (bytes) => {
      last = writer.write(bytes).then(
        () => post({ kind: 'written', id, count: bytes.length }),
        (error: unknown) => ended(messageOf(error)),
      )
    },
    end: () => {
      void last
        .then(() => writer.close())
        .then(
          () => ended(undefined),
          () => ended(undefined),
        )
    },
    destroy: () => ended(undefined),
    pause: () => {
      if (!unpause)
        unpaused = new Promise((resolve) => {
          unpause = resolve
        })
    },
    resume: () => {
      unpause?.()
      unpause = undefined
    },
  })
  connection.addEventListener(events.EventQUICConnectionClose.name, () => ended(undefined), { once: true })
  const [certificate] = connection.getRemoteCertsChain()
  post({ kind: 'opened', id, host: connection.remoteHost, port: connection.remotePort, certificate })
  read().then(
    () => ended(undefined),
    (error: unknown) => ended(messageOf(error)),
  )
}

async function stop(): Promise<void> {
  await server?.stop({ isApp: true, errorCode: 0, force: true }).catch(reportError)
  post({ kind: 'stopped' })
  parentPort?.close()
}

parentPort?.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'start':
      return void start(message)
    case 'credentials':
      return server?.updateConfig(configOf(message))
    case 'write':
      return streams.get(message.id)?.write(message.bytes)
    case 'stop':
      return void stop()
    default:
      return streams.get(message.id)?.[message.kind]()
  }
})

/** Signs address validation tokens and connection ids. */
function hmac(key: ArrayBuffer, data: ArrayBuffer): Buffer {
  return createHmac('sha256', Buffer.from(key)).update(Buffer.from(data)).digest()
}

async function sign(key: ArrayBuffer, data: ArrayBuffer): Promise<ArrayBuffer> {
  return new Uint8Array(hmac(key, data)).buffer
}

async function verify(key: ArrayBuffer, data: ArrayBuffer, signature: ArrayBuffer): Promise<boolean> {
  const expected = hmac(key, data)
  return signature.byteLength === expected.length && timingSafeEqual(expected, Buffer.from(signature))
}
