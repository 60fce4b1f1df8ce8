import type { MigrationReason } from '@mqdeck/contract'
import type { Secrets } from './secrets.ts'

/** What the target answered, or that it did not; the message is for a person and holds no secret of ours. */
export class TargetError extends Error {
  override readonly name = 'TargetError'
  readonly reason: MigrationReason
  /** Undefined when there was no answer. */
  readonly status: number | undefined

  constructor(reason: MigrationReason, message: string, options: { status?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.reason = reason
    this.status = options.status
  }
}

/**
 * Covers unexpected errors too, such as an answer of another shape: one failed item must not stop the others.
 * The message of a {@link TargetError} is masked where the target's words enter it; any other message may hold a value.
 */
export const reasonOf = (
  error: unknown,
  secrets: Secrets,
): { readonly reason: MigrationReason; readonly detail: string } =>
  error instanceof TargetError
    ? { reason: error.reason, detail: error.message }
    : { reason: 'refused', detail: secrets.hide(error instanceof Error ? error.message : String(error)) }
