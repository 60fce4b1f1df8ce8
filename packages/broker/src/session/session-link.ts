import type { DisconnectReason } from '../reasons.ts'
import type { Message } from '../types.ts'
import type { QueuedMessage } from './queued-message.ts'

/** The connection as the session sees it. */
export interface SessionLink {
  /** Whether the send buffer is full; `Session.pump` is called when there is room again. */
  readonly congested: boolean
  /** Whether the send buffer is half full. */
  readonly isFilling: boolean
  /** Whether the broker has stopped reading from the client, so that publishers must not wait for its acknowledgements. */
  readonly isHeldUp: boolean
  /** Unacknowledged QoS 1 and 2 messages the client allows [MQTT-3.3.4-9]. */
  readonly receiveMaximum: number
  /** Bytes not yet sent. */
  readonly pendingBytes: number
  /** `queuedAt`: when the message was queued, if it was; milliseconds since the epoch. */
  publishQos0(message: Message, retain: boolean, subscriptionId: number | undefined, queuedAt?: number): void
  /** Returns false if the message is too large or expired; it is then dropped and counted. */
  publish(queued: QueuedMessage, dup: boolean): boolean
  pubrel(packetId: number): void
  /** Seconds. */
  setKeepalive(seconds: number): void
  close(reason: DisconnectReason, code: number): void
}
