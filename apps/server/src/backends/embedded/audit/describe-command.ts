import type { CallEntry } from './describe-call.ts'

/** What somebody did with the program itself, beside the server. */
export interface AuditedCommand {
  /** `reset-password` */
  readonly name: string
  /** As typed, without secrets. */
  readonly args: readonly string[]
  /** Of the operating system; empty when that does not know. */
  readonly user: string
  /** Why it was not done. */
  readonly failure: string | undefined
  /** Milliseconds. */
  readonly duration: number
}

/** As EMQX writes down commands of its own, and with what it leaves out: who it was, and how it went. */
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
