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
export {
  checkRewriteRules,
  type RewriteRule,
  type RewriteRuleProblem,
} from './topic-rewrite/rules.ts'
export { createTopicRewrite, type TopicRewrite, type TopicRewriteOptions } from './topic-rewrite/topic-rewrite.ts'
