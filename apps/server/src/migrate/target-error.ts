import type { MigrationReason } from '@mqdeck/contract'

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

/** Also of what nobody foresaw, such as an answer of another shape: one thing that fails must not keep the others away. */
export const reasonOf = (error: unknown): { readonly reason: MigrationReason; readonly detail: string } =>
  error instanceof TargetError
    ? { reason: error.reason, detail: error.message }
    : { reason: 'refused', detail: error instanceof Error ? error.message : String(error) }
