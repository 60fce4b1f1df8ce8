import type { Log } from '@mqdeck/kit'
import { hookPriority } from '../../hook-priorities.ts'
import type { Hooks } from '../../hooks.ts'
import type { Message } from '../../types.ts'
import type { RewriteClient } from './destination.ts'
import { type RewriteAction, rewriteTopic, rulesFor } from './rewrite.ts'
import { type CompiledRewrite, checkRewriteRules, compileRule, type RewriteRule } from './rules.ts'

export interface TopicRewriteOptions {
  readonly settings: readonly RewriteRule[]
  readonly hooks: Pick<Hooks, 'fold'>
  readonly log: Log
}

/**
 * Rewrites the topics of PUBLISH, SUBSCRIBE and UNSUBSCRIBE as EMQX does: the last rule whose filter matches decides, also
 * when its regular expression does not match (the topic stays then). After authorization; inside shared subscriptions.
 */
export interface TopicRewrite {
  /** Takes effect with the next packet. Existing subscriptions are not changed. Invalid rules are skipped. */
  update(settings: readonly RewriteRule[]): void
  stop(): void
}

export function createTopicRewrite({ settings, hooks, log }: TopicRewriteOptions): TopicRewrite {
  let ends: readonly (() => void)[] = []

  const stop = () => {
    for (const end of ends) end()
    ends = []
  }

  const update = (rules: readonly RewriteRule[]) => {
    stop()
    const usable = compile(rules, log)
    const publish = createRewriter(usable, 'publish', log)
    const subscribe = createRewriter(usable, 'subscribe', log)
    const options = { priority: hookPriority.topicRewrite }
    // Without rules there are no hooks, so that the message path has no overhead.
    ends = [
      ...(publish ? [hooks.fold('message.publish', (message) => rewriteMessage(message, publish), options)] : []),
      ...(subscribe
        ? [
            hooks.fold(
              'client.subscribe',
              (filters, client) => filters.map((filter) => ({ ...filter, topic: subscribe(filter.topic, client) })),
              options,
            ),
            hooks.fold(
              'client.unsubscribe',
              (filters, client) => filters.map((filter) => subscribe(filter, client)),
              options,
            ),
          ]
        : []),
    ]
  }

  update(settings)
  return { update, stop }
}

/** The rewritten topic, which may be the same. */
type Rewriter = (topic: string, client: RewriteClient) => string

function compile(rules: readonly RewriteRule[], log: Log): readonly CompiledRewrite[] {
  const problems = checkRewriteRules(rules)
  for (const { index, field, reason } of problems) log.error({ index, field, reason }, 'topic_rewrite_rule_ignored')
  const broken = new Set(problems.map(({ index }) => index))
  return rules.filter((_, index) => !broken.has(index)).map(compileRule)
}

function createRewriter(rules: readonly CompiledRewrite[], action: RewriteAction, log: Log): Rewriter | undefined {
  const own = rulesFor(rules, action)
  if (own.length === 0) return undefined
  const complained = new Set<CompiledRewrite>()
  return (text, client) => {
    const { topic, rule, kept, refused } = rewriteTopic(own, action, text, client)
    if (kept === 'unusable' && rule && !complained.has(rule)) {
      complained.add(rule)
      // Logged once per rule, since a client could otherwise flood the log.
      log.warn({ rule: rule.rule, action, topic, rewritten: refused }, 'topic_rewrite_result_unusable')
    }
    return topic
  }
}

function rewriteMessage(message: Message | undefined, rewrite: Rewriter): Message | undefined {
  if (!message) return message
  const topic = rewrite(message.topic, message.from)
  return topic === message.topic ? message : { ...message, topic }
}
