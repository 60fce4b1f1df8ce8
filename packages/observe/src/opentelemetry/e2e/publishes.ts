import type { ClientInfo, Message, Packet } from '@mqdeck/broker'
import type { Attributes } from '@opentelemetry/api'
import { messageOf } from '../exporter.ts'
import { traceOf, withTrace } from '../message-trace.ts'
import { ending, type OpenSpan } from '../spans.ts'
import { beforeAll } from '../trace-messages.ts'
import type { createAckTracing } from './acknowledgements.ts'
import type { EventTools } from './events.ts'
import { clientAttributes, type Handling } from './handling.ts'
import type { Parent } from './parent.ts'

type Publish = Extract<Packet, { type: 'publish' }>

/** A PUBLISH that is being handled. Whether it is traced may depend on its topic, which stands behind an alias at first. */
interface Publishing extends Handling {
  readonly packet: Publish
  readonly client: ClientInfo
  readonly startedAt: number
  readonly parent: Parent
  readonly isChosen: boolean
  span: OpenSpan | undefined
  route: OpenSpan | undefined
  /** Checks that were over before it was known whether it is traced. */
  readonly steps: Parameters<Handling['step']>[]
}

/**
 * Spans of messages: `client.publish` for the PUBLISH, below it `message.route`, and below that `broker.publish` for each
 * client that gets the message.
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
      isChosen: sampling.hasEvent('client_messaging', client.clientId, parent.remote),
      span: undefined,
      route: undefined,
      steps: [],
      step: (...step) => void (publishing.span ? addStep(publishing.span, step) : publishing.steps.push(step)),
    }
    return ending(
      () => current.run(publishing, work),
      (error) => {
        // A message that was refused has had no route.
        const span = open(publishing, packet.topic)
        publishing.route?.end()
        span?.end(error === undefined ? undefined : messageOf(error))
      },
    )
  }

  const addStep = (span: OpenSpan, [name, startedAt, attributes, failure]: Publishing['steps'][number]) =>
    spans.begin(name, span.context, attributes, startedAt).end(failure)

  /** The span of the packet, when it is traced. */
  const open = (publishing: Publishing, topic: string): OpenSpan | undefined => {
    if (publishing.span) return publishing.span
    const { packet, client, parent, startedAt, isChosen, steps } = publishing
    if (!isChosen && !sampling.hasTopic(topic)) return undefined
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

  const ends = [
    hooks.fold(
      'message.publish',
      (message) => {
        const handling = current.getStore()
        if (!message || !handling || !('packet' in handling)) return message
        const publishing = handling as Publishing // made by handle
        const span = publishing.route ? undefined : open(publishing, message.topic)
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
  return { handle, ends }
}

const messageAttributes = ({ id, topic, qos, retain, from }: Message): Attributes => ({
  'message.msgid': id,
  'message.topic': topic,
  'message.qos': qos,
  'message.retain': retain,
  'message.from': from.clientId,
})
