export { type AutoSubscribe, type AutoSubscribeOptions, createAutoSubscribe } from './auto-subscribe/auto-subscribe.ts'
export {
  type AutoSubscribeProblem,
  type AutoSubscribeTopic,
  checkAutoSubscribe,
} from './auto-subscribe/topics.ts'
export {
  createDelayedPublish,
  type DelayedMessage,
  type DelayedPublish,
  type DelayedPublishOptions,
  type DelayedSettings,
} from './delayed-publish/delayed-publish.ts'
export {
  createExHooks,
  type ExHooks,
  type ExHookTestResult,
  type ExHookView,
} from './exhook/exhooks.ts'
export type { ExHookSettings } from './exhook/settings.ts'
export type { PolicyStatistics } from './message-policies/policies.ts'
export { compileTransformation, type TransformContext, type Transformed } from './message-policies/transform.ts'
export { createMessageTransformations, type MessageTransformations } from './message-policies/transformation.ts'
export { createSchemaValidations, type SchemaValidations, type SqlCheck } from './message-policies/validation.ts'
export { checkPackage } from './plugins/check-package.ts'
export { type NameVersion, parseNameVersion } from './plugins/name-version.ts'
export {
  createPlugins,
  type PluginMetric,
  type Plugins,
  type PluginView,
  type StoredPlugin,
} from './plugins/plugins.ts'
export { createSchemaRegistry, type SchemaRegistry } from './schemas/registry.ts'
export { SchemaError } from './schemas/value.ts'
export {
  checkRewriteRules,
  type RewriteRule,
  type RewriteRuleProblem,
} from './topic-rewrite/rules.ts'
export { createTopicRewrite, type TopicRewrite, type TopicRewriteOptions } from './topic-rewrite/topic-rewrite.ts'
