import { ownMessage } from '../message/message-codec.ts'
import type { Message, Qos } from '../types.ts'

/** A message for one client, from the queue until it is acknowledged. */
export interface QueuedMessage {
  readonly message: Message
  /** The QoS for this client: the lower of message and subscription, or the higher with `upgrade_qos`. */
  readonly qos: Qos
  readonly retain: boolean
  readonly subscriptionId: number | undefined
  /** The group of a shared subscription, with its `$share/` name: another member may get the message instead. */
  readonly sharedName: string | undefined
  /** Milliseconds since the epoch. */
  readonly insertedAt: number
  /** Increases within the broker; makes `insertedAt` unique. */
  readonly order: number
  /** Approximate size in memory. */
  readonly bytes: number
  priority: number
  /** 0 while it waits in the queue. */
  packetId: number
  /** QoS 2 changes to `pubrel` after PUBREC. */
  phase: 'queued' | 'publish' | 'pubrel'
  /** When it was last sent, in milliseconds since the epoch; 0 if not on this connection. */
  sentAt: number
  /** When it was first sent, in milliseconds since the epoch; 0 if not since the start of the process. */
  beganAt: number
  /** Whether it counts towards the Receive Maximum of the present connection. */
  counted: boolean
  /** The key of its record on disk; 0 if it has none. */
  record: number
}

/** Creates the queued messages of a broker. */
export interface QueuedMessages {
  create(
    message: Message,
    qos: Qos,
    retain: boolean,
    subscriptionId: number | undefined,
    sharedName: string | undefined,
    now: number,
  ): QueuedMessage
  /** `ownMessage`, with the same copy for sessions that get the same message one after the other. */
  own(message: Message): Message
}

export function createQueuedMessages(): QueuedMessages {
  let order = 0
  let lastGiven: Message | undefined
  let lastOwned: Message | undefined
  return {
    create: (message, qos, retain, subscriptionId, sharedName, now) => {
      order += 1
      return {
        message,
        qos,
        retain,
        subscriptionId,
        sharedName,
        insertedAt: now,
        order,
        bytes: bytesOf(message),
        priority: 0,
        packetId: 0,
        phase: 'queued',
        sentAt: 0,
        beganAt: 0,
        counted: false,
        record: 0,
      }
    },
    own: (message) => {
      if (message !== lastGiven || !lastOwned) {
        lastGiven = message
        lastOwned = ownMessage(message)
      }
      return lastOwned
    },
  }
}

/** Approximate size without topic, payload and properties. */
const overheadBytes = 512

function bytesOf({ topic, payload, properties }: Message): number {
  const { userProperties, correlationData } = properties
  let bytes = overheadBytes + topic.length + payload.length + (correlationData?.length ?? 0)
  if (userProperties) for (const [name, value] of userProperties) bytes += name.length + value.length
  return bytes
}
