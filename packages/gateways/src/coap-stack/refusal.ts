import { coapCode } from './message.ts'
import type { CoapContent } from './message-layer.ts'

/** A request that cannot be served, and its response. */
export class Refused extends Error {
  readonly code: number

  constructor(code: number, reason = '') {
    super(reason)
    this.code = code
  }

  get content(): CoapContent {
    return { code: this.code, payload: Buffer.from(this.message) }
  }
}

/** @throws {Refused} with 4.00 */
export const refuse = (reason: string): never => {
  throw new Refused(coapCode.badRequest, reason)
}

/** The refusal of a client that may not connect, in EMQX's words. */
export function loginRefusal({ refused, reason }: { readonly refused: number; readonly reason: string }): Refused {
  const name = refused === 0x86 ? 'bad_username_or_password' : refused === 0x87 ? 'not_authorized' : reason
  return new Refused(coapCode.badRequest, `Login Failed: ${name}`)
}
