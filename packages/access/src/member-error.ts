import { messageOf } from '@mqdeck/contract'
/** Error in the settings of an authenticator or a source. */
export class MemberError extends Error {
  override readonly name = 'MemberError'
  /** Index in the settings of the chain. */
  readonly index: number
  /** The invalid field of the member, if there is one. */
  readonly field: string | undefined

  constructor(index: number, cause: unknown) {
    super(messageOf(cause), { cause })
    this.index = index
    this.field = cause instanceof Error && 'field' in cause ? String(cause.field) : undefined
  }
}
