import type { ClientInfo, Hooks, Packet, UserProperties } from '@mqdeck/broker'
import { messageOf } from '@mqdeck/contract'
import type { Attributes } from '@opentelemetry/api'
import type { Sampled, Sampling } from '../sampling.ts'
import { type OpenSpan, type Spans, withEnd } from '../spans.ts'
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

/** Spans of connects, disconnects and subscriptions, with child spans for authentication and authorization. */
export function createEventTracing({ spans, current, sampling, parentOf, hooks }: EventTools) {
  /** Clients whose DISCONNECT is being handled. */
  const disconnecting = new WeakSet<ClientInfo>()

  const startSpan = (kind: Sampled, clientId: string, properties: UserProperties | undefined, name: string) => {
    const { context, remote } = parentOf(properties)
    return sampling.hasEvent(kind, clientId, remote) ? spans.begin(name, context, {}) : undefined
  }

  const handle = <T>(packet: EventPacket, client: ClientInfo | undefined, work: () => T): T => {
    const clientId = packet.type === 'connect' ? packet.clientId : client?.clientId
    if (clientId === undefined) return work()
    if (packet.type === 'disconnect' && client) disconnecting.add(client)
    const span = startSpan(kinds[packet.type], clientId, packet.properties.userProperties, `client.${packet.type}`)
    if (!span) return work()
    span.set({ ...attributesOf(packet), ...(client && clientAttributes(client)) })
    return withEnd(
      () => current.run(createHandling(span), work),
      (error) => span.end(error === undefined ? undefined : messageOf(error)),
    )
  }
  const createHandling = (span: OpenSpan): EventHandling => ({
    span,
    step: (name, startedAt, attributes, failure) => spans.begin(name, span.context, attributes, startedAt).end(failure),
  })
  const currentSpan = () => {
    const handling = current.getStore()
    return handling && 'span' in handling ? (handling as EventHandling).span : undefined // safe: created by createHandling
  }

  const removers = [
    // An assigned client ID is known at this point.
    hooks.on('client.connack', (client, reasonCode) =>
      currentSpan()?.set({
        ...clientAttributes(client),
        'client.peername': `${client.peerhost}:${client.peerport}`,
        'client.connack.reason_code': reasonCode,
      }),
    ),
    hooks.on('client.disconnected', (client, reason) => {
      const attributes: Attributes = { ...clientAttributes(client), 'client.disconnect.reason': reason }
      if (disconnecting.has(client)) currentSpan()?.set(attributes)
      else {
        const span = startSpan('client_connect_disconnect', client.clientId, undefined, 'broker.disconnect')
        span?.set(attributes)
        span?.end()
      }
    }),
  ]
  return { handle, removers }
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
