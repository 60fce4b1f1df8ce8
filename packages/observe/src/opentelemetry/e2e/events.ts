import type { ClientInfo, Hooks, Packet, UserProperties } from '@mqdeck/broker'
import type { Attributes } from '@opentelemetry/api'
import { messageOf } from '../exporter.ts'
import type { Sampled, Sampling } from '../sampling.ts'
import { ending, type OpenSpan, type Spans } from '../spans.ts'
import { type Current, clientAttributes, type Handling } from './handling.ts'
import type { Parent } from './parent.ts'

export interface EventTools {
  readonly spans: Spans
  readonly current: Current
  readonly sampling: Sampling
  readonly parentOf: (properties: UserProperties | undefined) => Parent
  readonly hooks: Hooks
}

type EventPacket = Extract<Packet, { type: 'connect' | 'disconnect' | 'subscribe' | 'unsubscribe' }>

const kinds: Readonly<Record<EventPacket['type'], Sampled>> = {
  connect: 'client_connect_disconnect',
  disconnect: 'client_connect_disconnect',
  subscribe: 'client_subscribe_unsubscribe',
  unsubscribe: 'client_subscribe_unsubscribe',
}

/** Spans of clients that come, go and subscribe, with a span for each check of theirs. */
export function createEventTracing({ spans, current, sampling, parentOf, hooks }: EventTools) {
  /** Those whose DISCONNECT is being handled. */
  const leaving = new WeakSet<ClientInfo>()

  const begin = (kind: Sampled, clientId: string, properties: UserProperties | undefined, name: string) => {
    const { context, remote } = parentOf(properties)
    return sampling.hasEvent(kind, clientId, remote) ? spans.begin(name, context, {}) : undefined
  }

  const handle = <T>(packet: EventPacket, client: ClientInfo | undefined, work: () => T): T => {
    const clientId = packet.type === 'connect' ? packet.clientId : client?.clientId
    if (clientId === undefined) return work()
    if (packet.type === 'disconnect' && client) leaving.add(client)
    const span = begin(kinds[packet.type], clientId, packet.properties.userProperties, `client.${packet.type}`)
    if (!span) return work()
    span.set({ ...attributesOf(packet), ...(client && clientAttributes(client)) })
    return ending(
      () => current.run(toHandling(span), work),
      (error) => span.end(error === undefined ? undefined : messageOf(error)),
    )
  }
  const toHandling = (span: OpenSpan): EventHandling => ({
    span,
    step: (name, startedAt, attributes, failure) => spans.begin(name, span.context, attributes, startedAt).end(failure),
  })
  const ownSpan = () => {
    const handling = current.getStore()
    return handling && 'span' in handling ? (handling as EventHandling).span : undefined // made by toHandling
  }

  const ends = [
    // The id that a client was given is known by now.
    hooks.on('client.connack', (client, reasonCode) =>
      ownSpan()?.set({
        ...clientAttributes(client),
        'client.peername': `${client.peerhost}:${client.peerport}`,
        'client.connack.reason_code': reasonCode,
      }),
    ),
    hooks.on('client.disconnected', (client, reason) => {
      const attributes: Attributes = { ...clientAttributes(client), 'client.disconnect.reason': reason }
      if (leaving.has(client)) ownSpan()?.set(attributes)
      else {
        const span = begin('client_connect_disconnect', client.clientId, undefined, 'broker.disconnect')
        span?.set(attributes)
        span?.end()
      }
    }),
  ]
  return { handle, ends }
}

interface EventHandling extends Handling {
  readonly span: OpenSpan
}

function attributesOf(packet: EventPacket): Attributes {
  switch (packet.type) {
    case 'connect':
      return {
        'client.clientid': packet.clientId,
        ...(packet.username !== undefined && { 'client.username': packet.username }),
        'client.proto_name': packet.protocolName,
        'client.proto_ver': packet.protocolVersion,
        'client.is_bridge': packet.isBridge,
        'client.clean_start': packet.cleanStart,
        'client.keepalive': packet.keepalive,
        'client.will_flag': packet.will !== undefined,
      }
    case 'disconnect':
      return { 'client.disconnect.reason_code': packet.reasonCode }
    case 'subscribe':
      return {
        'client.subscribe.topics': JSON.stringify(packet.filters.map(({ topic }) => topic)),
        'client.subscribe.sub_opts': JSON.stringify(packet.filters.map(({ topic: _, ...options }) => options)),
      }
    case 'unsubscribe':
      return { 'client.unsubscribe.topics': JSON.stringify(packet.topics) }
  }
}
