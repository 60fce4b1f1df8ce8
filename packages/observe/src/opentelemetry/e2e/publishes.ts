import type { ClientInfo, Message, Packet } from '@mqdeck/broker'
import { messageOf } from '@mqdeck/contract'
import type { Attributes } from '@opentelemetry/api'
import { type OpenSpan, withEnd } from '../spans.ts'
import { beforeAll, traceOf, withTrace } from '../trace-messages.ts'
import type { createAckTracing } from './acknowledgements.ts'
import type { EventTools } from './events.ts'
import { clientAttributes, type Handling } from './handling.ts'
import type { Parent } from './parent.ts'

type Publish = Extract<Packet, { type: 'publish' }>

/** A PUBLISH in progress. Whether it is traced may depend on its topic, which may first be a topic alias. */
interface Publishing extends Handling {
  readonly packet: Publish
  readonly client: ClientInfo
  readonly startedAt: number
  readonly parent: Parent
  readonly isSampled: boolean
  span: OpenSpan | undefined
  route: OpenSpan | undefined
  /** Checks that finished before it was decided whether the message is traced. */
  readonly steps: Parameters<Handling['step']>[]
}

/**
 * Spans of messages: `client.publish` for the PUBLISH, its child `message.route`, and below that `broker.publish` for each
 * client that receives the message.
 */
export function createPublishTracing(
  { spans, current, sampling, parentOf, hooks }: EventTools,
  acks: ReturnType<typeof createAckTracing>,
  level: 0 | 1 | 2,
) {
  const handle = <T>(packet: Publish, client: ClientInfo, work: () => T): T => {
    const parent = parentOf(packet.properties.userProperties)
    const publishing: Publishing = {
      packet,
      client,
      parent,
      startedAt: spans.now(),
      isSampled: sampling.hasEvent('client_messaging', client.clientId, parent.remote),
      span: undefined,
      route: undefined,
      steps: [],
      step: (...step) => void (publishing.span ? addStep(publishing.span, step) : publishing.steps.push(step)),
    }
    return withEnd(
      () => current.run(publishing, work),
      (error) => {
        // A rejected message has no route.
        const span = openSpan(publishing, packet.topic)
        publishing.route?.end()
        span?.end(error === undefined ? undefined : messageOf(error))
      },
    )
  }

  const addStep = (span: OpenSpan, [name, startedAt, attributes, failure]: Publishing['steps'][number]) =>
    spans.begin(name, span.context, attributes, startedAt).end(failure)

  /** The span of the packet, if it is traced. */
  const openSpan = (publishing: Publishing, topic: string): OpenSpan | undefined => {
    if (publishing.span) return publishing.span
    const { packet, client, parent, startedAt, isSampled, steps } = publishing
    if (!isSampled && !sampling.hasTopic(topic)) return undefined
    const attributes = {
      ...clientAttributes(client),
      'message.topic': topic,
      'message.qos': packet.qos,
      'message.retain': packet.retain,
      'message.payload_size': packet.payload.length,
    }
    const span = spans.begin('client.publish', parent.context, attributes, startedAt)
    publishing.span = span
    if (packet.qos > 0) acks.expect(client, packet.packetId, span.context)
    for (const step of steps) addStep(span, step)
    return span
  }

  const removers = [
    hooks.fold(
      'message.publish',
      (message) => {
        const handling = current.getStore()
        if (!message || !handling || !('packet' in handling)) return message
        const publishing = handling as Publishing // safe: created by handle
        const span = publishing.route ? undefined : openSpan(publishing, message.topic)
        if (!span) return message
        span.set({ 'message.msgid': message.id })
        publishing.route = spans.begin('message.route', span.context, messageAttributes(message))
        const { context } = publishing.route
        return withTrace(message, { context, routedAt: spans.now(), deliveries: new WeakMap() })
      },
      { priority: beforeAll },
    ),
    hooks.on('message.delivered', (client, message, qos) => {
      const trace = traceOf(message, spans.now())
      if (!trace) return
      const attributes = { ...clientAttributes(client), ...messageAttributes(message), 'message.qos': qos }
      const span = spans.begin('broker.publish', trace.context, attributes, trace.routedAt)
      if (qos > 0 && level > 0) trace.deliveries.set(client, span.context)
      span.end()
    }),
  ]
  return { handle, removers }
}

const messageAttributes = ({ id, topic, qos, retain, from }: Message): Attributes => ({
  'message.msgid': id,
  'message.topic': topic,
  'message.qos': qos,
  'message.retain': retain,
  'message.from': from.clientId,
})
