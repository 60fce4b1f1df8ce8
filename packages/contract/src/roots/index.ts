export { type AccessRule, parseAccessRule } from './access-rule.ts'
export { alarm } from './alarm.ts'
export { apiKeyOptions } from './api-key.ts'
export { authorizationOptions } from './authorization.ts'
export { autoSubscribe, autoSubscribeTopic, autoSubscribeTopics, maxAutoSubscribeTopics } from './auto-subscribe.ts'
export { brokerOptions } from './broker.ts'
export { clientTls } from './client-tls.ts'
export * from './connection-fields.ts'
export { dashboard, dashboardHttp, dashboardHttps } from './dashboard.ts'
export {
  type FailureAction,
  failureActions,
  failureLogLevels,
  type PolicyLogLevel,
} from './data-hub-policy.ts'
export { delayed } from './delayed.ts'
export { exhook, exhookServer, maxExHookServers, parseExHookUrl } from './exhook.ts'
export * from './gateway-listeners.ts'
export {
  defaultPorts,
  isListenerName,
  type ListenerPlain,
  type ListenerType,
  type ListenerWire,
  listenerId,
  listenerStructs,
  listeners,
  listenerTypes,
  parseListenerId,
  quicListener,
  sslListener,
  tcpListener,
  toListener,
  wsListener,
  wssListener,
} from './listeners.ts'
export { log } from './log.ts'
export { auditHandler, consoleHandler, fileHandler } from './log-handlers.ts'
export {
  messageTransformation,
  type OperationTarget,
  operationTargets,
  type PayloadFormat,
  parseOperationKey,
  type TransformationSettings,
  transformation,
} from './message-transformation.ts'
export { clientAttrsInit, mqtt } from './mqtt.ts'
export { openTelemetry } from './opentelemetry.ts'
export { prometheus } from './prometheus.ts'
export { retainer } from './retainer.ts'
export { maxRewriteRules, rewriteRule, rewriteRules } from './rewrite.ts'
export {
  type RepublishArgs,
  type RuleActionSetting,
  type RuleSettings,
  republishArgs,
  rule,
  ruleChange,
  ruleCreation,
  ruleEngine,
  ruleEngineOptions,
} from './rule-engine.ts'
export {
  changedSchema,
  type ExternalRegistrySettings,
  externalRegistry,
  namedRegistry,
  namedSchema,
  registeredSchema,
  type SchemaRegistrySettings,
  type SchemaSettings,
  type SchemaType,
  schemaRegistry,
  schemaTypes,
} from './schema-registry.ts'
export {
  schemaValidation,
  type ValidationCheck,
  type ValidationSettings,
  validation,
} from './schema-validation.ts'
export { slowSubscriptionSettings } from './slow-subscriptions.ts'
export { eventNames, sysTopics } from './sys-topics.ts'
export { sysmon } from './sysmon.ts'
export { noEffect, type TcpKeepalive, tcpKeepalive, tcpOptions } from './tcp-options.ts'
export { telemetry } from './telemetry.ts'
export { dashboardTls, gatewayServerTls, ocspOptions, quicTlsOptions, sslOptions, wssOptions } from './tls-options.ts'
export { topicMetricsTopics } from './topic-metrics.ts'
export { deflateOptions, websocketOptions } from './websocket.ts'
export { durableSessions, flappingDetect, forceGc, forceShutdown } from './zone.ts'
