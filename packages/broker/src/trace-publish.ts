import type { Tracing } from '@mqdeck/kit'
import type { Message } from './types.ts'

/** A message on its way in, before any hook has seen it. EMQX leaves its own topics out. */
export function tracePublish(tracing: Tracing, message: Message): void {
  const { topic, payload, from } = message
  if (topic.startsWith('$SYS/') || !isWanted(tracing, message)) return
  tracing.write({ tag: 'PUBLISH', msg: 'publish_to', meta: { ...whose(from), topic }, payload })
}

/** What the handlers of `message.publish` made of it: nothing (undefined), or another message. */
export function traceDecision(tracing: Tracing, message: Message, kept: Message | undefined): void {
  const { topic, from } = message
  if (!isWanted(tracing, message)) return
  const meta = { ...whose(from), topic, hook: 'message.publish' }
  if (!kept) tracing.write({ tag: 'HOOK', msg: 'msg_publish_not_allowed', meta })
  else if (kept.topic !== topic)
    tracing.write({ tag: 'HOOK', msg: 'message_topic_rewritten', meta: { ...meta, rewritten: kept.topic } })
}

const isWanted = (tracing: Tracing, { topic, from: { clientId, peername } }: Message) =>
  tracing.wants({ clientId, peername, topic })

const whose = ({ clientId, peername, username }: Message['from']) => ({ clientid: clientId, peername, username })
