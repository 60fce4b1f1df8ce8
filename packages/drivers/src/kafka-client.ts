import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { messageOf, writeHostPort } from '@mqdeck/contract'
import type { ISocketFactoryArgs, Kafka, KafkaConfig, SASLOptions } from 'kafkajs'
import { AnswerError } from './errors.ts'
import type { KafkaSettings } from './kafka.ts'
import { codecs } from './kafka-compression.ts'
import { readTlsOptionsForMany } from './tls.ts'

/** Shared client of a cluster with access to its sockets. */
export interface KafkaClient {
  readonly create: (options: Pick<KafkaConfig, 'requestTimeout' | 'retry'>) => Kafka
  readonly library: typeof import('kafkajs')
  /** Converts errors to those of this package. */
  readonly wrapErrors: <T>(work: () => Promise<T>, options?: KafkaErrorOptions) => Promise<T>
  readonly onLost: (tell: () => void) => void
  /** Closes all sockets. No new ones are opened afterwards. */
  readonly end: () => void
}

interface KafkaErrorOptions {
  /** False if a missing topic may still be created. */
  readonly isMissingTopicFinal?: boolean
}

/** The owner of the connection retries. */
const withoutRetries = { retries: 0, initialRetryTime: 50 } as const

export async function createKafkaClient(settings: KafkaSettings): Promise<KafkaClient> {
  const { servers, login, clientId, connectTimeout, noDelay, keepAlive, ssl, folder } = settings
  loading ??= loadLibrary()
  const library = await loading
  const tls = await readTlsOptionsForMany(ssl, { folder })
  const sockets = new Set<Socket>()
  let isOver = false
  let tellLost = () => {}

  function socketTo({ host, port, onConnect }: ISocketFactoryArgs): Socket {
    const name = isIP(host) === 0 ? { servername: host } : {}
    const socket = tls
      ? connectTls({ host, port, ...name, ...tls }, onConnect)
      : connectTcp(
          { host, port, noDelay, ...(keepAlive !== undefined && { keepAliveInitialDelay: keepAlive }) },
          onConnect,
        )
    if (tls) socket.setNoDelay(noDelay)
    socket.setKeepAlive(keepAlive !== undefined, keepAlive ?? 0)
    sockets.add(socket)
    let wasOpen = false
    socket.once(tls ? 'secureConnect' : 'connect', () => {
      wasOpen = true
    })
    socket.once('close', () => {
      sockets.delete(socket)
      if (wasOpen && !isOver) tellLost()
    })
    if (isOver) process.nextTick(() => socket.destroy(new Error('the connection was closed')))
    return socket
  }

  return {
    library,
    create: (options) =>
      new library.Kafka({
        brokers: servers.map(writeHostPort),
        clientId,
        connectionTimeout: connectTimeout,
        authenticationTimeout: connectTimeout,
        logLevel: library.logLevel.NOTHING,
        retry: withoutRetries,
        socketFactory: socketTo,
        // A copy, because the client stores data in it.
        ...(login && { sasl: { ...login } as SASLOptions }),
        ...options,
      }),
    async wrapErrors(work, options) {
      try {
        return await work()
      } catch (error) {
        throw wordsOf(error, options)
      }
    },
    onLost(tell) {
      tellLost = tell
    },
    end() {
      isOver = true
      // With an error, because the client ignores a close that it did not start.
      for (const socket of sockets) socket.destroy(new Error('the connection was closed'))
    },
  }
}

let loading: ReturnType<typeof loadLibrary> | undefined

async function loadLibrary() {
  // Otherwise Node does not detect all exports.
  const { default: library } = await import('kafkajs')
  for (const [name, codec] of Object.entries(codecs))
    library.CompressionCodecs[library.CompressionTypes[name as keyof typeof codecs]] = () => codec // its own names
  // After each response it sets a timer. Without a pending request its time is negative, and Node.js prints a warning.
  const { default: RequestQueue } = await import('kafkajs/src/network/requestQueue/index.js')
  const schedule = RequestQueue.prototype.scheduleCheckPendingRequests
  RequestQueue.prototype.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0 || this.throttledUntil > Date.now()) schedule.call(this)
  }
  return library
}

function wordsOf(error: unknown, { isMissingTopicFinal = false }: KafkaErrorOptions = {}): Error {
  const cause = causeOf(error)
  const message = messageOf(cause)
  if (typeOf(cause) === 'UNKNOWN_TOPIC_OR_PARTITION')
    return isMissingTopicFinal ? new AnswerError(message) : new Error(message)
  const isAnswer = cause instanceof Error && cause.name === 'KafkaJSProtocolError'
  return isAnswer && 'retriable' in cause && cause.retriable === false ? new AnswerError(message) : new Error(message)
}

/** The client wraps the error of a broker. */
function causeOf(error: unknown): unknown {
  const inner = error instanceof Error ? error.cause : undefined
  return inner instanceof Error && inner !== error ? causeOf(inner) : error
}

/** The name of the error code (Kafka protocol, "Error Codes"). */
export function typeOf(error: unknown): unknown {
  const cause = causeOf(error)
  return cause instanceof Error && 'type' in cause ? cause.type : undefined
}
