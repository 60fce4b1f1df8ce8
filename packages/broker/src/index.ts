export { type BrokerOptions, createBroker } from './broker.ts'
export type * from './client-space/client-space.ts'
export { withoutDelayPrefix } from './connection/authorize.ts'
export { mountpointFor, toBrokerFilter, toClientFilter } from './connection/mountpoint.ts'
export { createHooks, type HookRegistry } from './create-hooks.ts'
export { type AutoSubscribe, createAutoSubscribe } from './features/auto-subscribe/auto-subscribe.ts'
export {
  type AutoSubscribeProblem,
  type AutoSubscribeTopic,
  checkAutoSubscribe,
} from './features/auto-subscribe/topics.ts'
export {
  createDelayedPublish,
  type DelayedMessage,
  type DelayedPublish,
  type DelayedSettings,
} from './features/delayed-publish/delayed-publish.ts'
export { checkRewriteRules, type RewriteRule, type RewriteRuleProblem } from './features/topic-rewrite/rules.ts'
export { createTopicRewrite, type TopicRewrite } from './features/topic-rewrite/topic-rewrite.ts'
export { hookPriority } from './hook-priorities.ts'
export * from './hooks.ts'
export { createAccessCheck } from './listeners/access-rules.ts'
export { withoutMapping } from './listeners/address.ts'
export { certificateInterval, createCertificateReload } from './listeners/certificate-reload.ts'
export { createStreamListener, type Listener } from './listeners/listener.ts'
export { bindError, ListenerError } from './listeners/listener-error.ts'
export { createPeerVerifier } from './listeners/peer-verifier.ts'
export type { ListenerContext } from './listeners/settings.ts'
export { readTlsMaterial, type TlsMaterial } from './listeners/tls-material.ts'
export { isPartial, type TlsServerSettings, toTlsOptions } from './listeners/tls-options.ts'
export { createTokenBucket, type TokenBucket } from './listeners/token-bucket.ts'
export type { Transport } from './listeners/transport.ts'
export { decodeMessage, encodeMessage, ownMessage } from './message/message-codec.ts'
export { createMetrics, type MetricName, type Metrics } from './metrics.ts'
export { type AckType, type Packet, ReasonError, RefusedWithDisconnect, reasonCode } from './packets/index.ts'
export * from './reasons.ts'
export type { Retained, RetainOutcome, Retention } from './retained/retained.ts'
export { createFilterTrie, type FilterTrie } from './routing/filter-trie.ts'
export { parseFilter, validateTopicFilter, validateTopicName } from './routing/index.ts'
export * from './settings.ts'
export { createTurn, type Turn } from './turn.ts'
export * from './types.ts'
