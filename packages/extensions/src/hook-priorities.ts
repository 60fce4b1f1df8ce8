/** EMQX's order of those who look at the same hook point, negated: with us lower runs first. */
export const hookPriority = {
  /** Before whoever looks at topics, delayed publish included: a rule may rewrite to `$delayed/5/a`. */
  topicRewrite: -980,
  autoSubscribe: -920,
  /** After rules have seen the message. */
  delayedPublish: -860,
} as const
