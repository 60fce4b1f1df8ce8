import type { Tracing } from '@mqdeck/kit'
import type { Message } from './types.ts'

/** Traces a received message before the hooks run. Like EMQX, it skips `$SYS` topics. */
export function tracePublish(tracing: Tracing, message: Message): void {
  const { topic, payload, from } = message
  if (topic.startsWith('$SYS/') || !isWanted(tracing, message)) return
  tracing.write({ tag: 'PUBLISH', msg: 'publish_to', meta: { ...publisherMeta(from), topic }, payload })
}

/** Traces the result of the `message.publish` handlers: undefined if dropped, or a changed message. */
export function traceDecision(tracing: Tracing, message: Message, result: Message | undefined): void {
  const { topic, from } = message
  if (!isWanted(tracing, message)) return
  const meta = { ...publisherMeta(from), topic, hook: 'message.publish' }
  if (!result) tracing.write({ tag: 'HOOK', msg: 'msg_publish_not_allowed', meta })
  else if (result.topic !== topic)
    tracing.write({ tag: 'HOOK', msg: 'message_topic_rewritten', meta: { ...meta, rewritten: result.topic } })
}

const isWanted = (tracing: Tracing, { topic, from: { clientId, peername } }: Message) =>
  tracing.wants({ clientId, peername, topic })

const publisherMeta = ({ clientId, peername, username }: Message['from']) => ({
  clientid: clientId,
  peername,
  username,
})
