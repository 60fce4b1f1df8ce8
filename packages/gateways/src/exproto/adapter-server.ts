import type { SecureServerOptions } from 'node:http2'
import type { SecureContextOptions, TlsOptions } from 'node:tls'
import type { ServiceDefinition, sendUnaryData } from '@grpc/grpc-js'
import {
  certificateInterval,
  createCertificateReload,
  ListenerError,
  readTlsMaterial,
  toTlsOptions,
} from '@mqdeck/broker'
import { messageOf, type PlainValue } from '@mqdeck/contract'
import type { GrpcMethod } from '@mqdeck/drivers'
import { type Clock, isLoopback, type Log, SettingsError } from '@mqdeck/kit'
import type { Caller } from '../port.ts'
import type { exprotoServer } from './manifest.ts'
import { type AdapterRequests, type Answer, adapterMethods, type Grpc, methodOf } from './protocol.ts'

export type ServerSettings = PlainValue<typeof exprotoServer>

/** Implements the calls. A rejection with `Overload` becomes the gRPC status RESOURCE_EXHAUSTED. */
export type AdapterMethods = {
  readonly [M in keyof AdapterRequests]: (request: AdapterRequests[M], caller: Caller) => Answer | Promise<Answer>
}

/** The caller sends more than can be processed. */
export class Overload extends Error {}

export interface AdapterServer {
  /** Ends all connections immediately. */
  close(): void
}

/** Calls that are processed at the same time on one connection. Further calls wait in the caller. */
const maxConcurrentCalls = 1000

/** @throws {SettingsError} (rejects) if the address is in use or may not be used, or a certificate is invalid */
export async function startAdapterServer(
  loaded: Grpc,
  settings: ServerSettings,
  methods: AdapterMethods,
  { clock, log, bindHost }: { readonly clock: Clock; readonly log: Log; readonly bindHost: string },
): Promise<AdapterServer> {
  const { grpc } = loaded
  const host = hostOf(settings, bindHost)
  const { credentials, reload } = await createCredentials(loaded, settings)
  const server = new grpc.Server({ 'grpc.max_concurrent_streams': maxConcurrentCalls })
  const definition: Record<string, ServiceDefinition[string]> = {}
  const implementation: Record<string, (call: Call, answer: sendUnaryData<object>) => void> = {}
  for (const name of adapterMethods) {
    definition[name] = definitionOf(methodOf(loaded, 'ConnectionAdapter', name))
    implementation[name] = (call, answer) => {
      const failed = (error: unknown) => {
        if (error instanceof Overload) return answer({ code: grpc.status.RESOURCE_EXHAUSTED, details: error.message })
        log.error({ method: name, reason: messageOf(error) }, 'exproto_call_failed')
        answer({ code: grpc.status.INTERNAL, details: 'Internal error' })
      }
      // The type of the request belongs to the method, which TypeScript cannot follow in a loop.
      const method = methods[name] as (request: object, caller: Caller) => Answer | Promise<Answer>
      void Promise.resolve()
        .then(() => method(call.request, callerOf(call.getPeer())))
        .then((result) => answer(null, result), failed)
    }
  }
  server.addService(definition, implementation)
  const { port } = settings.bind
  const place = `${host.includes(':') ? `[${host}]` : host}:${port}`
  await new Promise<void>((resolve, reject) =>
    server.bindAsync(place, credentials, (error) => {
      if (!error) return resolve()
      server.forceShutdown()
      const isUsed = error.message.includes('EADDRINUSE')
      reject(
        new SettingsError('server.bind', isUsed ? `${place} is already in use` : `cannot listen: ${error.message}`),
      )
    }),
  )
  const renew = createCertificateReload(log)
  const stopReload = clock.every(certificateInterval, () => void renew({ id: 'exproto', reload }))
  return {
    close() {
      stopReload()
      server.forceShutdown()
    },
  }
}

interface Call {
  readonly request: object
  getPeer(): string
}

/** `127.0.0.1:5555` and `[::1]:5555` */
function callerOf(peer: string): Caller {
  const at = peer.lastIndexOf(':')
  return { host: peer.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(peer.slice(at + 1)) }
}

/**
 * The address to listen on. Calls carry no password: unless client certificates are required, only programs on this machine
 * may call.
 */
function hostOf({ bind, ssl_options: tls }: ServerSettings, bindHost: string): string {
  const host = bind.host ?? bindHost
  if (isLoopback(host) || (tls?.verify === 'verify_peer' && tls.fail_if_no_peer_cert)) return host
  if (bind.host === undefined) return '127.0.0.1'
  throw new SettingsError(
    'server.bind',
    `must be a loopback address such as 127.0.0.1:${bind.port}, because calls carry no password. ` +
      `To listen on ${bind.host}, require client certificates: ssl_options with verify_peer and fail_if_no_peer_cert`,
  )
}

const definitionOf = ({ path, request, response }: GrpcMethod): ServiceDefinition[string] => ({
  path,
  requestStream: false,
  responseStream: false,
  requestSerialize: request.encode,
  requestDeserialize: request.decode,
  responseSerialize: response.encode,
  responseDeserialize: response.decode,
})

async function createCredentials({ grpc }: Grpc, { ssl_options: tls }: ServerSettings) {
  if (!tls) return { credentials: grpc.ServerCredentials.createInsecure(), reload: async () => false }
  /** grpc-js offers no TLS settings except certificates. */
  class TlsCredentials extends grpc.ServerCredentials {
    constructor(server: SecureServerOptions, secure: SecureContextOptions) {
      super(server, secure)
    }
    override _equals(other: unknown) {
      return other === this
    }
    renew(secure: SecureContextOptions) {
      this.updateSecureContextOptions(secure)
    }
  }
  let current = await readTls(tls)
  const credentials = new TlsCredentials(current, contextOf(current))
  return {
    credentials,
    async reload() {
      const next = await readTls(tls)
      if (next.cert === current.cert && next.key === current.key && next.ca === current.ca) return false
      current = next
      credentials.renew(contextOf(next))
      return true
    },
  }
}

/** The part of the options that belongs to a context. */
const contextOf = ({
  cert,
  key,
  ca,
  passphrase,
  dhparam,
  ciphers,
  minVersion,
  maxVersion,
  secureOptions,
}: TlsOptions) =>
  Object.fromEntries(
    Object.entries({ cert, key, ca, passphrase, dhparam, ciphers, minVersion, maxVersion, secureOptions }).filter(
      ([, value]) => value !== undefined,
    ),
  )

async function readTls(tls: NonNullable<ServerSettings['ssl_options']>): Promise<TlsOptions> {
  try {
    return toTlsOptions('exproto', tls, await readTlsMaterial('exproto', tls))
  } catch (error) {
    if (error instanceof ListenerError) throw new SettingsError(`server.${error.path}`, error.reason, { cause: error })
    throw error
  }
}
