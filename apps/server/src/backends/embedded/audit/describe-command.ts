import type { CallEntry } from './describe-call.ts'

/** A command that was run on the command line. */
export interface AuditedCommand {
  /** `reset-password` */
  readonly name: string
  /** Arguments as typed, without secrets. */
  readonly args: readonly string[]
  /** User of the operating system. Empty if unknown. */
  readonly user: string
  /** Reason of the failure. */
  readonly failure: string | undefined
  /** Milliseconds. */
  readonly duration: number
}

/** Same fields as EMQX records for its own commands, plus the user and the result. */
export function describeCommand({ name, args, user, failure, duration }: AuditedCommand): CallEntry {
  return {
    args: [...args],
    duration_ms: Math.round(duration),
    failure: failure === undefined ? '' : { message: failure },
    from: 'cli',
    http_method: '',
    http_request: '',
    http_status_code: '',
    operation_id: '',
    operation_result: failure === undefined ? 'success' : 'failure',
    operation_type: name,
    source: user,
    source_ip: '',
  }
}
