import type { Client, ClientWritableStream, Metadata } from '@grpc/grpc-js'
import { messageOf, type PlainValue } from '@mqdeck/contract'
import { type Grpc, type GrpcMethod, grpcCredentials } from '@mqdeck/drivers'
import { SettingsError } from '@mqdeck/kit'
import { type exprotoHandler, handlerAddress } from './manifest.ts'
import { type HandlerRequests, methodOf } from './protocol.ts'

export type HandlerSettings = PlainValue<typeof exprotoHandler>

/** Calls of one device to the handler. */
interface HandlerCalls {
  /** Resolves when the handler has processed the call, or with streams when it is sent. Rejects after 10 s. */
  call<M extends keyof HandlerRequests>(method: M, request: HandlerRequests[M]): Promise<void>
  /** Called after the last call. */
  end(): void
}

export interface HandlerClient {
  open(conn: string): HandlerCalls
  /** Closes when the calls of all devices have ended. */
  close(): void
}

/** Milliseconds. A handler that does not answer loses the device. */
const callTimeout = 10_000

const options = {
  // A handler that was restarted is used again soon.
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.min_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2000,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
}

/** Connects with the first call. @throws {SettingsError} (rejects) if the address or a certificate is invalid */
export async function createHandlerClient(loaded: Grpc, settings: HandlerSettings): Promise<HandlerClient> {
  const { grpc } = loaded
  const address = handlerAddress(settings.address)
  if (!address) throw new SettingsError('handler.address', 'must be an address such as http://127.0.0.1:9001')
  const { host, port } = address
  const credentials = await createCredentials(loaded, settings, host, address.isTls)
  const client = new grpc.Client(`${host.includes(':') ? `[${host}]` : host}:${port}`, credentials, options)
  const methods = new Map<string, GrpcMethod>()
  const find = (name: string) => {
    const found = methods.get(name) ?? methodOf(loaded, settings.service_name, name)
    methods.set(name, found)
    return found
  }
  const metadataOf = ({ requestType }: GrpcMethod) => {
    const metadata = new grpc.Metadata()
    metadata.set('grpc-message-type', requestType)
    return metadata
  }
  const parts = { client, find, metadataOf }
  const open = settings.service_name === 'ConnectionHandler' ? streamingCalls(parts) : unaryCalls(parts)
  let devices = 0
  let isClosing = false
  return {
    open(conn) {
      devices += 1
      const calls = open(conn)
      return {
        ...calls,
        end() {
          calls.end()
          devices -= 1
          if (isClosing && devices === 0) client.close()
        },
      }
    },
    close() {
      isClosing = true
      if (devices === 0) client.close()
    },
  }
}

interface Parts {
  readonly client: Client
  readonly find: (name: string) => GrpcMethod
  readonly metadataOf: (method: GrpcMethod) => Metadata
}

const unaryCalls =
  ({ client, find, metadataOf }: Parts): HandlerClient['open'] =>
  (conn) => ({
    call: (name, request) =>
      new Promise<void>((resolve, reject) => {
        const method = find(name)
        const { request: codec, response } = method
        const deadline = Date.now() + callTimeout
        client.makeUnaryRequest(
          method.path,
          codec.encode,
          response.decode,
          { conn, ...request },
          metadataOf(method),
          { deadline },
          (error) => (error ? reject(error) : resolve()),
        )
      }),
    end: () => {},
  })

/** One stream for each method of a device, as in EMQX. The handler does not answer single requests. */
const streamingCalls =
  ({ client, find, metadataOf }: Parts): HandlerClient['open'] =>
  (conn) => {
    const streams = new Map<string, ClientWritableStream<object>>()
    let failure: Error | undefined
    let failed = (_: Error) => {}
    const open = (name: string) => {
      const method = find(name)
      const stream = client.makeClientStreamRequest(
        method.path,
        method.request.encode,
        method.response.decode,
        metadataOf(method),
        {},
        (error) => {
          streams.delete(name)
          if (!error) return
          failure = error
          failed(error)
        },
      )
      // Reported by the callback.
      stream.on('error', () => {})
      streams.set(name, stream)
      return stream
    }
    return {
      call: (name, request) =>
        new Promise<void>((resolve, reject) => {
          if (failure) return reject(failure)
          const timer = setTimeout(() => reject(new Error('The handler does not read')), callTimeout)
          const done = (error?: Error | null) => {
            clearTimeout(timer)
            if (error) reject(error)
            else resolve()
          }
          failed = done
          const stream = streams.get(name) ?? open(name)
          stream.write({ conn, ...request }, done)
        }),
      end() {
        for (const stream of streams.values()) stream.end()
      },
    }
  }

async function createCredentials(loaded: Grpc, { ssl_options: tls }: HandlerSettings, host: string, isTls: boolean) {
  if (!isTls && tls?.enable !== true) return loaded.grpc.credentials.createInsecure()
  try {
    return await grpcCredentials(loaded, tls, { host, folder: '.' })
  } catch (error) {
    const [, field, reason] = /^ssl\.(\w+): (.*)$/s.exec(messageOf(error)) ?? []
    throw new SettingsError(`handler.ssl_options${field === undefined ? '' : `.${field}`}`, reason ?? messageOf(error))
  }
}
