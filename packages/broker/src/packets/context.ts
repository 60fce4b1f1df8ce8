import type { ProtocolVersion } from '../types.ts'

/** The options for decoding a packet. */
export interface DecodeContext {
  readonly version: ProtocolVersion
  /**
   * EMQX's `mqtt.strict_mode`. MUST requirements of the specification are always checked; strict mode adds optional
   * checks: control characters in strings, and in 3.1 and 3.1.1 a password without a user name, which many
   * clients send [MQTT-3.1.2-22 of 3.1.1].
   */
  readonly strict: boolean
  /** False in a client, which accepts subscription identifiers and the packets of servers. */
  readonly fromClient: boolean
}
