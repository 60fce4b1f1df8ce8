import { setImmediate } from 'node:timers/promises'
import { createSecureContext } from 'node:tls'
import type { ChannelCredentials, Client } from '@grpc/grpc-js'
import type protobufjs from 'protobufjs'
import { readTlsOptions, type TlsPlace, type TlsSettings } from './tls.ts'

/**
 * Loads gRPC and the definition of services. Only when something needs it: the packages take time and memory.
 * @param proto text of a `.proto` file
 */
export async function loadGrpc(proto: string) {
  // In turns of the event loop of their own, because each takes tens of milliseconds when it is loaded first.
  const { default: protobuf } = await import('protobufjs')
  await setImmediate()
  await import('node:http2')
  await setImmediate()
  const grpc = await import('@grpc/grpc-js')
  await setImmediate()
  // Failures are logged by their callers; grpc-js writes them to the standard error output as well.
  grpc.setLogVerbosity(grpc.logVerbosity.NONE)
  const { root } = protobuf.parse(proto, { keepCase: true })
  return { grpc, root }
}

export type Grpc = Awaited<ReturnType<typeof loadGrpc>>

export interface GrpcMethod {
  readonly path: string
  /** Full name of the message, which EMQX sends as `grpc-message-type`. */
  readonly requestType: string
  readonly request: GrpcCodec
  readonly response: GrpcCodec
}

export interface GrpcCodec {
  readonly encode: (value: object) => Buffer
  /** @throws if the bytes are not such a message */
  readonly decode: (bytes: Buffer) => Record<string, unknown>
}

/** @param service its full name: `emqx.exproto.v1.ConnectionHandler` */
export function grpcMethod({ root }: Pick<Grpc, 'root'>, service: string, name: string): GrpcMethod {
  const of = root.lookupService(service)
  const method = of.methods[name]
  if (!method) throw new Error(`${service} has no method ${name}`)
  return {
    path: `/${service}/${name}`,
    requestType: `${service.slice(0, service.lastIndexOf('.'))}.${method.requestType}`,
    request: codecOf(of.lookupType(method.requestType)),
    response: codecOf(of.lookupType(method.responseType)),
  }
}

const codecOf = (type: protobufjs.Type): GrpcCodec => ({
  encode: (value) => Buffer.from(type.encode(type.fromObject(value)).finish()),
  decode: (bytes) =>
    type.toObject(type.decode(bytes), { longs: Number, enums: String, bytes: Buffer, defaults: true, arrays: true }),
})

/**
 * Credentials of a TLS connection, without a client certificate if there are no settings.
 * @throws {Error} (rejects) with the name of the invalid field at the start of the message: `ssl.certfile: ...`
 */
export async function grpcCredentials(
  { grpc }: Pick<Grpc, 'grpc'>,
  tls: TlsSettings | undefined,
  place: TlsPlace,
): Promise<ChannelCredentials> {
  if (!tls) return grpc.credentials.createSsl()
  const found = await readTlsOptions({ ...tls, enable: true }, place)
  if (!found) return grpc.credentials.createSsl()
  const { rejectUnauthorized, checkServerIdentity, servername: _, ...context } = found
  return grpc.credentials.createFromSecureContext(createSecureContext(context), {
    rejectUnauthorized,
    checkServerIdentity,
  })
}

/**
 * Closes a client that was created with `grpc.use_local_subchannel_pool`. After a failed attempt to connect, grpc-js 1.14
 * tries once more when its pause ends, although the client is closed, and never closes that connection.
 */
export function closeGrpcClient(client: Client): void {
  const subchannels = subchannelsOf(client)
  client.close()
  for (const { backoffTimeout } of subchannels) backoffTimeout?.stop?.()
}

/** Internal fields of grpc-js. Nothing if another version does not have them. */
interface InternalChannel {
  readonly internalChannel?: {
    readonly subchannelPool?: {
      readonly pool?: Readonly<Record<string, readonly { readonly subchannel: Subchannel }[]>>
    }
  }
}
interface Subchannel {
  readonly backoffTimeout?: { readonly stop?: () => void }
}

const subchannelsOf = (client: Client): readonly Subchannel[] =>
  Object.values((client.getChannel() as InternalChannel).internalChannel?.subchannelPool?.pool ?? {})
    .flat()
    .map(({ subchannel }) => subchannel)
