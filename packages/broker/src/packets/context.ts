import type { ProtocolVersion } from '../types.ts'

/** What a packet's reading depends on besides its bytes. */
export interface DecodeContext {
  readonly version: ProtocolVersion
  /**
   * EMQX's `mqtt.strict_mode`. What the specification says MUST is checked always; strict mode adds what it leaves to
   * the receiver: control characters in strings, and in 3.1 and 3.1.1 a password without a user name, which many
   * clients send [MQTT-3.1.2-22 of 3.1.1].
   */
  readonly strict: boolean
  /** False at the client's end: subscription identifiers and the packets of servers are read then. */
  readonly fromClient: boolean
}
