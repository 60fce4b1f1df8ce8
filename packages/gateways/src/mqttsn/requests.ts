import type { GatewayClient } from '../port.ts'
import { topicIdOf } from './encode.ts'
import { type Gateway, isTopicName, toReturnCode, toWill } from './gateway.ts'
import type { Outbox } from './outbox.ts'
import { type FilterRef, type PacketOf, returnCode, type SnPacket, type TopicRef } from './packets.ts'
import type { SessionMemory } from './session-memory.ts'

/** A request of a connected client. */
export type Request = PacketOf<
  'register' | 'publish' | 'pubrel' | 'subscribe' | 'unsubscribe' | 'willtopicupd' | 'willmsgupd'
>

/** The client that sent the request. */
export interface Requester {
  readonly client: GatewayClient
  readonly memory: SessionMemory
  readonly gateway: Gateway
  readonly outbox: Outbox
  /** Has no effect after the client has ended. */
  readonly send: (packet: SnPacket) => void
  /** Ends the client. */
  readonly onViolation: () => void
}

export async function handleRequest(packet: Request, by: Requester): Promise<void> {
  // Messages follow the answer: SUBACK has the identifier of the topic of retained messages.
  by.outbox.cork()
  try {
    await handle(packet, by)
  } finally {
    by.outbox.uncork()
  }
}

async function handle(packet: Request, by: Requester): Promise<void> {
  switch (packet.type) {
    case 'register':
      return register(packet, by)
    case 'publish':
      return publish(packet, by)
    case 'pubrel':
      by.memory.release(packet.messageId)
      return by.send({ type: 'pubcomp', messageId: packet.messageId })
    case 'subscribe':
      return subscribe(packet, by)
    case 'unsubscribe':
      return unsubscribe(packet, by)
    case 'willtopicupd':
    case 'willmsgupd':
      return changeWill(packet, by)
  }
}

function register({ topic, messageId }: PacketOf<'register'>, { memory, send }: Requester): void {
  const isValid = isTopicName(topic)
  const topicId = isValid ? memory.topicIds.register(topic) : undefined
  const refusal = isValid ? returnCode.congestion : returnCode.notSupported
  const code = topicId === undefined ? refusal : returnCode.accepted
  send({ type: 'regack', topicId: topicId ?? 0, messageId, code })
}

async function publish(packet: PacketOf<'publish'>, by: Requester): Promise<void> {
  const { qos, retain, messageId, payload, topic: ref } = packet
  const { client, memory, gateway, send } = by
  if (ref.kind === 'reserved') return by.onViolation()
  const topicId = topicIdOf(ref)
  const acknowledge = (code: number) => send({ type: 'puback', topicId, messageId, code })
  const topic = topicNameOf(ref, by)
  if (qos === -1) {
    const isAllowed = ref.kind !== 'registered' && gateway.context.settings().enable_qos3
    if (isAllowed && topic !== undefined) await client.publish({ topic, payload, qos: 0, retain })
    return
  }
  if (topic === undefined) return acknowledge(returnCode.invalidTopicId)
  if (qos < 2) {
    const reason = await client.publish({ topic, payload, qos, retain })
    if (qos === 1) acknowledge(toReturnCode(reason))
    return
  }
  const received = memory.receive(messageId, gateway.context.clock.now())
  if (received === 'full') return acknowledge(returnCode.congestion)
  if (received === 'pending') return
  if (received === 'new') {
    const code = toReturnCode(await client.publish({ topic, payload, qos, retain }))
    if (code !== returnCode.accepted) {
      memory.release(messageId)
      return acknowledge(code)
    }
    memory.secure(messageId)
  }
  send({ type: 'pubrec', messageId })
}

function topicNameOf(topic: TopicRef, { memory, gateway }: Requester): string | undefined {
  const name = topic.kind === 'registered' ? memory.topicIds.nameOf(topic.id) : gateway.nameOf(topic)
  return name !== undefined && isTopicName(name) ? name : undefined
}

async function subscribe({ topic, qos, messageId }: PacketOf<'subscribe'>, by: Requester): Promise<void> {
  const { client, memory, send } = by
  const answer = (code: number, granted: 0 | 1 | 2 = 0, topicId = 0) =>
    send({ type: 'suback', qos: granted, topicId, messageId, code })
  const filter = filterOf(topic, by)
  if (filter === undefined)
    return answer(topic.kind === 'predefined' ? returnCode.invalidTopicId : returnCode.notSupported)
  if (qos === -1) return answer(returnCode.notSupported)
  const granted = await client.subscribe(filter, { qos, retainHandling: 1 })
  if (granted !== 0 && granted !== 1 && granted !== 2) answer(toReturnCode(granted))
  else if (topic.kind === 'predefined') answer(returnCode.accepted, granted, topic.id)
  // 0 for filters with wildcards and for short topics (5.4.16). Without a free identifier, each message brings one.
  else
    answer(
      returnCode.accepted,
      granted,
      topic.kind === 'name' && needsId(filter) ? memory.topicIds.register(filter) : 0,
    )
}

async function unsubscribe({ topic, messageId }: PacketOf<'unsubscribe'>, by: Requester): Promise<void> {
  const filter = filterOf(topic, by)
  if (filter !== undefined) await by.client.unsubscribe(filter)
  by.send({ type: 'unsuback', messageId })
}

const filterOf = (topic: FilterRef, { gateway }: Requester) =>
  topic.kind === 'name' ? topic.name : gateway.nameOf(topic)

/** Filters that get an identifier: topic names, and not shared subscriptions. */
export const needsId = (filter: string): boolean => isTopicName(filter) && !/^\$(share|queue|exclusive)\//.test(filter)

function changeWill(packet: PacketOf<'willtopicupd' | 'willmsgupd'>, { client, memory, send }: Requester): void {
  const isTopic = packet.type === 'willtopicupd'
  const before = memory.will
  const will = isTopic
    ? packet.will && toWill(packet.will, before?.payload ?? Buffer.alloc(0))
    : before && { ...before, payload: packet.payload }
  // An invalid topic, or the message of a will that does not exist.
  const isRejected = will === undefined && !(isTopic && packet.will === undefined)
  if (!isRejected) {
    memory.will = will
    client.setWill(will)
  }
  const code = isRejected ? returnCode.notSupported : returnCode.accepted
  send({ type: isTopic ? 'willtopicresp' : 'willmsgresp', code })
}
