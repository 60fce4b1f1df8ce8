import type { DisconnectReason } from '../reasons.ts'
import type { Message } from '../types.ts'
import type { QueuedMessage } from './queued-message.ts'

/** The connection as the session sees it. */
export interface SessionLink {
  /** The socket takes no more for now; `Session.pump` is called when it does again. */
  readonly congested: boolean
  /** Half of what makes it congested is waiting. */
  readonly isFilling: boolean
  /** What the client sends is not read, its acknowledgements included: nobody must wait for them. */
  readonly isHeldUp: boolean
  /** Unacknowledged QoS 1 and 2 messages the client allows [MQTT-3.3.4-9]. */
  readonly receiveMaximum: number
  /** Bytes on their way. */
  readonly pendingBytes: number
  /** `queuedAt`: when it came to the session, if it had to wait there; milliseconds since the epoch. */
  publishQos0(message: Message, retain: boolean, subscriptionId: number | undefined, queuedAt?: number): void
  /** False when the message can never be sent over this connection (too large, expired): it is dropped and counted then. */
  publish(queued: QueuedMessage, dup: boolean): boolean
  pubrel(packetId: number): void
  /** Seconds. */
  setKeepalive(seconds: number): void
  close(reason: DisconnectReason, code: number): void
}
