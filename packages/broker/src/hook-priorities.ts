/** The hook priorities of EMQX, negated, because lower values run first here. In their order; hooks without a priority have 0. */
export const hookPriority = {
  /** Before bans, as in EMQX: a connection that is refused is reported, too. */
  exhookConnect: -1010,
  bans: -1000,
  /** Before everything else, as plugins of EMQX usually register. Plugins follow each other in steps below 1. */
  plugins: -1000,
  /** Before all hooks that use topics, including delayed publish, since a rule may rewrite to `$delayed/5/a`. */
  topicRewrite: -980,
  /** Before everything that processes messages. */
  systemTopics: -970,
  validation: -960,
  /** Receives messages that passed the validations. */
  transformation: -950,
  topicMetrics: -940,
  autoSubscribe: -920,
  rules: -900,
  /** Actions that are not part of a rule. */
  localActions: -870,
  delayedPublish: -860,
  /** After everything that decides about a message or a client, such as authentication and retained messages. */
  exhook: 100,
  /** Subscriptions of plugins: they get messages as they are after all hooks. */
  pluginSubscriptions: 1000,
} as const
