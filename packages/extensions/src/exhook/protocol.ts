import { type Grpc, type GrpcMethod, grpcMethod, loadGrpc } from '@mqdeck/drivers'
import { type AnswerReaders, createAnswerReaders } from './answers.ts'
import { type ExHookVersion, exhookProto } from './definition.ts'

/** Methods by the names of the hooks that call them, in EMQX's order. */
export const hookMethods = {
  'client.connect': 'OnClientConnect',
  'client.connack': 'OnClientConnack',
  'client.connected': 'OnClientConnected',
  'client.disconnected': 'OnClientDisconnected',
  'client.authenticate': 'OnClientAuthenticate',
  'client.authorize': 'OnClientAuthorize',
  'client.subscribe': 'OnClientSubscribe',
  'client.unsubscribe': 'OnClientUnsubscribe',
  'session.created': 'OnSessionCreated',
  'session.subscribed': 'OnSessionSubscribed',
  'session.unsubscribed': 'OnSessionUnsubscribed',
  'session.resumed': 'OnSessionResumed',
  'session.discarded': 'OnSessionDiscarded',
  'session.takenover': 'OnSessionTakenover',
  'session.terminated': 'OnSessionTerminated',
  'message.publish': 'OnMessagePublish',
  'message.delivered': 'OnMessageDelivered',
  'message.dropped': 'OnMessageDropped',
  'message.acked': 'OnMessageAcked',
} as const

export type HookName = keyof typeof hookMethods
/** Hooks whose answers the broker follows. */
export type AskingHook = 'client.authenticate' | 'client.authorize' | 'message.publish'
/** Hooks that only report. */
export type ReportingHook = Exclude<HookName, AskingHook>
export type ProviderMethod = (typeof hookMethods)[HookName] | 'OnProviderLoaded' | 'OnProviderUnloaded'

export const isHookName = (name: string): name is HookName => Object.hasOwn(hookMethods, name)
/** Their topics restrict what is sent. */
export const isMessageHook = (name: HookName) => name.startsWith('message.')

/** gRPC with the methods of both versions. */
export interface ExHookProtocol extends AnswerReaders {
  readonly grpc: Grpc['grpc']
  method(version: ExHookVersion, name: ProviderMethod): GrpcMethod
}

let loading: Promise<ExHookProtocol> | undefined

/** Loads gRPC with the first server. */
export function loadProtocol(): Promise<ExHookProtocol> {
  loading ??= load()
  return loading
}

async function load(): Promise<ExHookProtocol> {
  const loaded = { v2: await loadGrpc(exhookProto('v2')), v3: await loadGrpc(exhookProto('v3')) }
  const { default: protobuf } = await import('protobufjs')
  const methods = new Map<string, GrpcMethod>()
  return {
    grpc: loaded.v2.grpc,
    ...createAnswerReaders((bytes) => protobuf.Reader.create(bytes)),
    method(version, name) {
      const key = `${version} ${name}`
      const found = methods.get(key) ?? grpcMethod(loaded[version], `emqx.exhook.${version}.HookProvider`, name)
      methods.set(key, found)
      return found
    },
  }
}
