import { messageOf } from '@mqdeck/contract'
/** Why a member of a chain, an authenticator or a source, cannot be made as it is configured. */
export class MemberError extends Error {
  override readonly name = 'MemberError'
  /** In the settings of the chain. */
  readonly index: number
  /** Of the member's settings, when one field is to blame. */
  readonly field: string | undefined

  constructor(index: number, cause: unknown) {
    super(messageOf(cause), { cause })
    this.index = index
    this.field = cause instanceof Error && 'field' in cause ? String(cause.field) : undefined
  }
}
