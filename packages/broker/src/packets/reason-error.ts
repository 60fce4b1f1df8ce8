/**
 * A peer broke the protocol. `reasonCode` is MQTT 5's (2.4), `reason` a word for logs and `client.disconnected`
 * (`malformed_packet`, `protocol_error`, `packet_too_large`, ...), `clause` the normative statement that was broken.
 */
export class ReasonError extends Error {
  override readonly name = 'ReasonError'
  readonly reasonCode: number
  readonly reason: string
  readonly clause: string | undefined

  constructor(reasonCode: number, reason: string, clause?: string, message: string = reason) {
    super(clause === undefined ? message : `${message} [${clause}]`)
    this.reasonCode = reasonCode
    this.reason = reason
    this.clause = clause
  }
}

/** The packet cannot be read by the rules of the specification: 0x81. */
export const malformed = (message: string, clause?: string) =>
  new ReasonError(0x81, 'malformed_packet', clause, message)

/** The packet can be read, but must not be sent like this or now: 0x82. */
export const protocolError = (message: string, clause?: string) =>
  new ReasonError(0x82, 'protocol_error', clause, message)
