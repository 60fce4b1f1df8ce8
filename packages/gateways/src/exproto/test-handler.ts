import type { handleClientStreamingCall, handleUnaryCall, Metadata } from '@grpc/grpc-js'
import { createInbox, type Inbox } from '@mqdeck/testkit'
import { type AdapterRequests, type Answer, type HandlerRequests, loadGrpc, methodOf } from './protocol.ts'

/** For tests: the handler of an ExProto gateway, over real gRPC. */
export interface TestHandler {
  readonly port: number
  /** Calls of the gateway, in the order received. */
  readonly calls: Inbox<HandlerCall>
  /** Calls the gateway. Rejects with a gRPC status. */
  call<M extends keyof AdapterRequests>(method: M, request: Partial<AdapterRequests[M]>): Promise<Answer>
  /** Does not answer calls of this method until the returned function is called. */
  hang(method: keyof HandlerRequests): () => void
  stop(): void
}

interface HandlerCall {
  readonly method: string
  readonly conn: string
  readonly request: Readonly<Record<string, unknown>>
  readonly messageType: string
}

interface Options {
  /** Port of the gateway's service. */
  readonly adapterPort: number
  readonly port?: number
  readonly service?: 'ConnectionUnaryHandler' | 'ConnectionHandler'
  /** TLS in both directions. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly ca: string }
}

const names = ['OnSocketCreated', 'OnSocketClosed', 'OnReceivedBytes', 'OnTimerTimeout', 'OnReceivedMessages'] as const

export async function startTestHandler({
  adapterPort,
  port = 0,
  service = 'ConnectionUnaryHandler',
  tls,
}: Options): Promise<TestHandler> {
  const loaded = await loadGrpc()
  const { grpc } = loaded
  const calls = createInbox<HandlerCall>(({ method }) => method)
  const hanging = new Map<string, Promise<void>>()
  const server = new grpc.Server()
  const isStream = service === 'ConnectionHandler'
  const received = (method: string, { conn, ...request }: Record<string, unknown>, metadata: Metadata) =>
    calls.push({ method, conn: String(conn), request, messageType: String(metadata.get('grpc-message-type')[0]) })
  for (const name of names) {
    const method = methodOf(loaded, service, name)
    const unary: handleUnaryCall<Record<string, unknown>, object> = ({ request, metadata }, answer) => {
      received(name, request, metadata)
      void (hanging.get(name) ?? Promise.resolve()).then(() => answer(null, {}))
    }
    const stream: handleClientStreamingCall<Record<string, unknown>, object> = (call, answer) => {
      call.on('data', (request: Record<string, unknown>) => received(name, request, call.metadata))
      call.on('end', () => answer(null, {}))
    }
    const definition = {
      path: method.path,
      requestStream: isStream,
      responseStream: false,
      requestSerialize: method.request.encode,
      requestDeserialize: method.request.decode,
      responseSerialize: method.response.encode,
      responseDeserialize: method.response.decode,
    } as const
    server.addService({ [name]: definition }, isStream ? { [name]: stream } : { [name]: unary })
  }
  const credentials = tls
    ? grpc.ServerCredentials.createSsl(
        Buffer.from(tls.ca),
        [{ cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) }],
        true,
      )
    : grpc.ServerCredentials.createInsecure()
  const bound = await new Promise<number>((resolve, reject) =>
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error, found) => (error ? reject(error) : resolve(found))),
  )
  const client = new grpc.Client(
    `127.0.0.1:${adapterPort}`,
    tls
      ? grpc.credentials.createSsl(Buffer.from(tls.ca), Buffer.from(tls.key), Buffer.from(tls.cert))
      : grpc.credentials.createInsecure(),
  )
  return {
    port: bound,
    calls,
    call: (name, request) =>
      new Promise((resolve, reject) => {
        const method = methodOf(loaded, 'ConnectionAdapter', name)
        client.makeUnaryRequest(method.path, method.request.encode, method.response.decode, request, (error, answer) =>
          // Decoded by the definition of the service.
          error ? reject(error) : resolve(answer as unknown as Answer),
        )
      }),
    hang(method) {
      let release = () => {}
      hanging.set(method, new Promise((resolve) => (release = resolve)))
      return () => {
        hanging.delete(method)
        release()
      }
    },
    stop() {
      client.close()
      server.forceShutdown()
    },
  }
}
