/** The hook priorities of EMQX, negated, because lower values run first here. */
export const hookPriority = {
  /** Before everything else, as plugins of EMQX usually register. Plugins follow each other in steps below 1. */
  plugins: -1000,
  /** Before all hooks that use topics, including delayed publish, since a rule may rewrite to `$delayed/5/a`. */
  topicRewrite: -980,
  autoSubscribe: -920,
  /** After topic rewrite, before topic metrics, rules and retained messages. */
  schemaValidation: -960,
  /** Receives messages that passed the validations. */
  messageTransformation: -950,
  /** After the rule engine. */
  delayedPublish: -860,
  /** After everything that decides about a message or a client: authentication and retained messages have no priority, which is 0. */
  exhook: 100,
  /** Subscriptions of plugins: they get messages as they are after all hooks. */
  pluginSubscriptions: 1000,
  /** Before bans, as in EMQX: a connection that is refused is reported, too. */
  exhookConnect: -1010,
} as const
