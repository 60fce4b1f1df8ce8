import type { AckType, ClientInfo, Hooks } from '@mqdeck/broker'
import type { Context } from '@opentelemetry/api'
import type { Spans } from '../spans.ts'
import { traceOf } from '../trace-messages.ts'

type Contexts = WeakMap<ClientInfo, Map<number, Context>>

/**
 * Spans of the acknowledgements of traced messages, as children of the packet they acknowledge: PUBACK and PUBREC from level 1,
 * PUBREL and PUBCOMP from level 2.
 */
export function createAckTracing(spans: Spans, hooks: Hooks, level: 0 | 1 | 2) {
  /** The latest span by packet ID, for messages from the client and to the client. */
  const incoming: Contexts = new WeakMap()
  const outgoing: Contexts = new WeakMap()
  /** The acknowledgement that is currently handled, which is always synchronous. */
  let handled: { readonly type: AckType; readonly packetId: number; readonly startedAt: number } | undefined

  const handle = <T>(type: AckType, packetId: number, client: ClientInfo, work: () => T): T => {
    if (level === 0) return work()
    if (type === 'pubrel' || type === 'pubcomp') return handleSecondStep(type, packetId, client, work)
    handled = { type, packetId, startedAt: spans.now() }
    try {
      return work()
    } finally {
      handled = undefined
    }
  }
  const handleSecondStep = <T>(type: 'pubrel' | 'pubcomp', packetId: number, client: ClientInfo, work: () => T): T => {
    const contexts = (type === 'pubrel' ? incoming : outgoing).get(client)
    const parent = contexts?.get(packetId)
    if (!contexts || !parent || level < 2) return work()
    const span = spans.begin(`client.${type}`, parent, {})
    // The response becomes a child of this span.
    if (type === 'pubrel') contexts.set(packetId, span.context)
    else contexts.delete(packetId)
    try {
      return work()
    } finally {
      span.end()
    }
  }

  /** Registers a received message whose acknowledgements are children of `context`. */
  const expect = (client: ClientInfo, packetId: number, context: Context) => {
    if (level > 0) remember(incoming, client, packetId, context)
  }

  /** Records a sent acknowledgement. */
  const sent = (client: ClientInfo, type: AckType, packetId: number) => {
    if (level === 0) return
    const contexts = (type === 'pubrel' ? outgoing : incoming).get(client)
    const parent = contexts?.get(packetId)
    if (!contexts || !parent) return
    const isLast = type === 'puback' || type === 'pubcomp' || level < 2
    if (isLast) contexts.delete(packetId)
    const span = spans.begin(`broker.${type}`, parent, {})
    if (!isLast) contexts.set(packetId, span.context)
    span.end()
  }

  const removers = [
    hooks.on('message.acked', (client, message) => {
      const parent = handled && traceOf(message, spans.now())?.deliveries.get(client)
      if (!handled || !parent) return
      const span = spans.begin(`client.${handled.type}`, parent, {}, handled.startedAt)
      if (handled.type === 'pubrec' && level === 2) remember(outgoing, client, handled.packetId, span.context)
      span.end()
    }),
  ]
  return { handle, expect, sent, removers }
}

function remember(contexts: Contexts, client: ClientInfo, packetId: number, context: Context): void {
  const clientContexts = contexts.get(client) ?? new Map<number, Context>()
  contexts.set(client, clientContexts.set(packetId, context))
}
