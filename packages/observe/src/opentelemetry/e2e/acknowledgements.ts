import type { AckType, ClientInfo, Hooks } from '@mqdeck/broker'
import type { Context } from '@opentelemetry/api'
import { traceOf } from '../message-trace.ts'
import type { Spans } from '../spans.ts'

type Contexts = WeakMap<ClientInfo, Map<number, Context>>

/**
 * Spans of the packets that acknowledge a traced message, each below the packet it answers: PUBACK and PUBREC from level 1,
 * PUBREL and PUBCOMP from level 2.
 */
export function createAckTracing(spans: Spans, hooks: Hooks, level: 0 | 1 | 2) {
  /** By packet id: the latest span of a message from the client, and of one to it. */
  const incoming: Contexts = new WeakMap()
  const outgoing: Contexts = new WeakMap()
  /** The acknowledgement that is being handled: it has no pauses. */
  let handled: { readonly type: AckType; readonly packetId: number; readonly startedAt: number } | undefined

  const handle = <T>(type: AckType, packetId: number, client: ClientInfo, work: () => T): T => {
    if (level === 0) return work()
    if (type === 'pubrel' || type === 'pubcomp') return follow(type, packetId, client, work)
    handled = { type, packetId, startedAt: spans.now() }
    try {
      return work()
    } finally {
      handled = undefined
    }
  }
  const follow = <T>(type: 'pubrel' | 'pubcomp', packetId: number, client: ClientInfo, work: () => T): T => {
    const contexts = (type === 'pubrel' ? incoming : outgoing).get(client)
    const before = contexts?.get(packetId)
    if (!contexts || !before || level < 2) return work()
    const span = spans.begin(`client.${type}`, before, {})
    // What is sent in answer is below it.
    if (type === 'pubrel') contexts.set(packetId, span.context)
    else contexts.delete(packetId)
    try {
      return work()
    } finally {
      span.end()
    }
  }

  /** A message came whose acknowledgements are below `context`. */
  const expect = (client: ClientInfo, packetId: number, context: Context) => {
    if (level > 0) remember(incoming, client, packetId, context)
  }

  /** An acknowledgement is sent. */
  const sent = (client: ClientInfo, type: AckType, packetId: number) => {
    if (level === 0) return
    const contexts = (type === 'pubrel' ? outgoing : incoming).get(client)
    const before = contexts?.get(packetId)
    if (!contexts || !before) return
    const isLast = type === 'puback' || type === 'pubcomp' || level < 2
    if (isLast) contexts.delete(packetId)
    const span = spans.begin(`broker.${type}`, before, {})
    if (!isLast) contexts.set(packetId, span.context)
    span.end()
  }

  const ends = [
    hooks.on('message.acked', (client, message) => {
      const before = handled && traceOf(message, spans.now())?.deliveries.get(client)
      if (!handled || !before) return
      const span = spans.begin(`client.${handled.type}`, before, {}, handled.startedAt)
      if (handled.type === 'pubrec' && level === 2) remember(outgoing, client, handled.packetId, span.context)
      span.end()
    }),
  ]
  return { handle, expect, sent, ends }
}

function remember(contexts: Contexts, client: ClientInfo, packetId: number, context: Context): void {
  const ofClient = contexts.get(client) ?? new Map<number, Context>()
  contexts.set(client, ofClient.set(packetId, context))
}
