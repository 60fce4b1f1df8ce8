import type { Client, ServiceError } from '@grpc/grpc-js'
import { closeGrpcClient } from '@mqdeck/drivers'
import { type ExHookVersion, exhookVersions } from './definition.ts'
import type { ExHookProtocol, ProviderMethod } from './protocol.ts'
import type { ExHookSettings } from './settings.ts'

/** The connections to one server. */
export interface Provider {
  /** Set by `load`. */
  readonly version: ExHookVersion
  /** Encodes and sends a request. Resolves with the answer's bytes, or rejects within `timeout` milliseconds. */
  call(method: ProviderMethod, key: string, request: object, timeout: number): Promise<Buffer>
  /** Opens all connections of the pool. Calls `onLost` once, as soon as none of them is left. */
  watch(onLost: () => void): void
  close(): void
}

interface Options {
  readonly protocol: ExHookProtocol
  readonly settings: ExHookSettings
  readonly address: { readonly host: string; readonly port: number }
  readonly credentials: ConstructorParameters<typeof Client>[1]
  /** Name that the certificate must contain. */
  readonly serverName: string | undefined
}

/** Bytes. Larger answers are rejected: many of them at the same time must fit into memory. */
const maxAnswerBytes = 16 * 1024 * 1024
/** Milliseconds. Servers reject more frequent probes without calls (gRPC, A8). */
const probeInterval = 310_000
/** Connections of a pool that are lost while others remain are opened again with these pauses, in milliseconds. */
const [firstPause, longestPause] = [200, 10_000]

export function openProvider({ protocol, settings, address, credentials, serverName }: Options): Provider {
  const { grpc } = protocol
  const { host, port } = address
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const options = {
    // A connection for each member of the pool, instead of one for all channels to the same address.
    'grpc.use_local_subchannel_pool': 1,
    'grpc.initial_reconnect_backoff_ms': firstPause,
    'grpc.max_reconnect_backoff_ms': longestPause,
    'grpc.client_idle_timeout_ms': 2 ** 31 - 1,
    'grpc.max_receive_message_length': maxAnswerBytes,
    'grpc.max_send_message_length': -1,
    'grpc.enable_retries': 0,
    // Not sent to a proxy, as in EMQX.
    'grpc.enable_http_proxy': 0,
    ...(settings.socket_options.keepalive && {
      'grpc.keepalive_time_ms': probeInterval,
      'grpc.keepalive_timeout_ms': 20_000,
    }),
    ...(serverName !== undefined && {
      'grpc.ssl_target_name_override': serverName,
      'grpc.default_authority': target,
    }),
  }
  const clients = Array.from({ length: settings.pool_size }, () => new grpc.Client(target, credentials, options))
  const { READY, SHUTDOWN } = grpc.connectivityState
  const isReady = (client: Client) => client.getChannel().getConnectivityState(false) === READY
  let version: ExHookVersion = exhookVersions[0]
  let isClosed = false

  /** The same connection for a client as long as it exists. */
  const pick = (key: string): Client | undefined => {
    const preferred = hash(key) % clients.length
    const chosen = clients[preferred]
    if (chosen && isReady(chosen)) return chosen
    return clients.find(isReady) ?? chosen
  }

  const send = (wanted: ExHookVersion, name: ProviderMethod, key: string, request: object, timeout: number) =>
    new Promise<Buffer>((resolve, reject) => {
      const client = pick(key)
      if (!client || isClosed) return reject(new Error('the connection is closed'))
      const method = protocol.method(wanted, name)
      const metadata = new grpc.Metadata()
      metadata.set('grpc-message-type', method.requestType)
      client.makeUnaryRequest(
        method.path,
        method.request.encode,
        (bytes: Buffer) => bytes,
        request,
        metadata,
        { deadline: Date.now() + timeout },
        (error: ServiceError | null, answer) => {
          if (error) reject(new CallError(error))
          else resolve(answer ?? Buffer.alloc(0))
        },
      )
    })

  /** Calls with one version after the other until the server has it: servers of EMQX 5.9 only have version 3. */
  const firstVersion = async (callWith: (version: ExHookVersion) => Promise<Buffer>) => {
    for (const wanted of exhookVersions) {
      try {
        return { version: wanted, answer: await callWith(wanted) }
      } catch (error) {
        if (!(error instanceof CallError && error.code === grpc.status.UNIMPLEMENTED)) throw error
      }
    }
    throw new Error('the server has neither emqx.exhook.v2.HookProvider nor emqx.exhook.v3.HookProvider')
  }

  return {
    get version() {
      return version
    },
    async call(name, key, request, timeout) {
      if (name !== 'OnProviderLoaded') return send(version, name, key, request, timeout)
      const found = await firstVersion((wanted) => send(wanted, name, key, request, timeout))
      version = found.version
      return found.answer
    },
    watch(onLost) {
      let isLost = false
      const check = () => {
        if (isLost || isClosed || clients.some(isReady)) return
        isLost = true
        onLost()
      }
      for (const client of clients) {
        const channel = client.getChannel()
        const observe = () => {
          if (isClosed) return
          // Opens it, also again after the server has closed it.
          const state = channel.getConnectivityState(true)
          if (state === SHUTDOWN) return
          channel.watchConnectivityState(state, Number.POSITIVE_INFINITY, (error) => {
            if (isClosed || error) return
            check()
            observe()
          })
        }
        observe()
      }
      check()
    },
    close() {
      isClosed = true
      for (const client of clients) closeGrpcClient(client)
    },
  }
}

/** A call that failed, with a reason that a person can read. */
class CallError extends Error {
  readonly code: number

  constructor({ code, details }: ServiceError) {
    const [, cause] = /Last error: (?:Error: )?(.*?)\.? Resolution note:/.exec(details) ?? []
    super(cause ?? (details || `gRPC status ${code}`))
    this.code = code
  }
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  return value
}
