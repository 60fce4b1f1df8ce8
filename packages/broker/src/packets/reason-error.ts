/**
 * A protocol violation by a peer. `reasonCode` is from MQTT 5 (2.4), `reason` is the name for logs and `client.disconnected`
 * (`malformed_packet`, `protocol_error`, `packet_too_large`, ...), `clause` is the violated normative statement.
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

/** The packet is malformed according to the specification: 0x81. */
export const malformed = (message: string, clause?: string) =>
  new ReasonError(0x81, 'malformed_packet', clause, message)

/** The packet is well-formed, but not allowed like this or at this time: 0x82. */
export const protocolError = (message: string, clause?: string) =>
  new ReasonError(0x82, 'protocol_error', clause, message)

/** A handler of `message.publish` refuses a message and closes the connection of its publisher: 0x83. */
export class RefusedWithDisconnect extends ReasonError {
  constructor(reason: string) {
    super(0x83, reason)
  }
}
