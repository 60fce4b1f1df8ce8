import { readFileSync } from 'node:fs'
import type { handleUnaryCall } from '@grpc/grpc-js'
import { grpcMethod, loadGrpc } from '@mqdeck/drivers'

/** Hooks and responses of the server. Read from the environment as JSON. */
export interface ProviderOptions {
  readonly hooks: readonly { readonly name: string; readonly topics?: readonly string[] }[]
  /** It returns each message with another payload. */
  readonly isRewriting: boolean
}

type Fields = Record<string, unknown>

// Set by exhook.ts.
const { hooks, isRewriting } = JSON.parse(process.env.PROVIDER ?? '{}') as ProviderOptions
const loaded = await loadGrpc(readFileSync(new URL('../../examples/exhook/exhook.proto', import.meta.url), 'utf8'))
const payload = Buffer.alloc(100, 'y')

const answers: Readonly<Record<string, (request: Fields) => object>> = {
  OnProviderLoaded: () => ({ hooks }),
  OnProviderUnloaded: () => ({}),
  OnMessagePublish: ({ message }) =>
    isRewriting ? { type: 'CONTINUE', message: { ...(message as object), payload } } : { type: 'IGNORE' },
  OnMessageDelivered: () => ({}),
  OnMessageAcked: () => ({}),
}

const server = new loaded.grpc.Server()
for (const [name, answer] of Object.entries(answers)) {
  const { path, request, response } = grpcMethod(loaded, 'emqx.exhook.v2.HookProvider', name)
  const handle: handleUnaryCall<Fields, object> = (call, reply) => reply(null, answer(call.request))
  const definition = {
    path,
    requestStream: false,
    responseStream: false,
    requestDeserialize: request.decode,
    requestSerialize: request.encode,
    responseDeserialize: response.decode,
    responseSerialize: response.encode,
  } as const
  server.addService({ [name]: definition }, { [name]: handle })
}
server.bindAsync('127.0.0.1:0', loaded.grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error
  console.log(JSON.stringify({ port }))
})
