import { type MigrationReason, messageOf } from '@mqdeck/contract'
import type { Secrets } from './secrets.ts'

/** An error response of the target, or no response. The message is readable and contains no secret. */
export class TargetError extends Error {
  override readonly name = 'TargetError'
  readonly reason: MigrationReason
  /** Undefined if there was no response. */
  readonly status: number | undefined

  constructor(reason: MigrationReason, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.reason = reason
    this.status = options.status
  }
}

/**
 * Also handles unexpected errors, such as a response of another shape, because one failed item must not stop the
 * others. The message of a {@link TargetError} is masked where it contains text of the target. Other messages may
 * contain a value and are not shown.
 */
export const reasonOf = (
  error: unknown,
  secrets: Secrets,
): { readonly reason: MigrationReason; readonly detail: string } =>
  error instanceof TargetError
    ? { reason: error.reason, detail: error.message }
    : { reason: 'refused', detail: secrets.hide(messageOf(error)) }
