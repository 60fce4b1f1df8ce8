import {
  type AuditEntry,
  type AuditMethod,
  auditMethods,
  isRecord,
  isSecretName,
  mask,
  readHocon,
} from '@mqdeck/contract'
import type { AuditedCall } from '../../../http/auditor.ts'
import type { Level } from '../../../log/log-settings.ts'
import { isSecretPath, redact } from './redact.ts'

/** The recorded fields of a call. The audit log adds time and node. */
export type CallEntry = Omit<AuditEntry, 'created_at' | 'node'>

/** @param payload how a field named `payload` is recorded */
export function describeCall(call: AuditedCall, payload: (value: unknown) => unknown): CallEntry {
  const { endpoint, status } = call
  const method = toMethod(endpoint.method)
  return {
    args: '',
    duration_ms: call.duration,
    failure: isFailure(status) ? readFailure(call.failure) : '',
    from: call.identity?.kind === 'user' || endpoint.auth === 'none' ? 'dashboard' : 'rest_api',
    http_method: method,
    http_request: {
      bindings: toRecord(redact(call.params)),
      body: JSON.stringify(redact(readBody(call), payload) ?? {}),
      headers: toHeaders(call.headers),
      method,
    },
    http_status_code: status,
    operation_id: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    operation_result: isFailure(status) ? 'failure' : 'success',
    operation_type: endpoint.path.split('/', 2)[1] ?? '',
    source: sourceOf(call),
    source_ip: call.peer.replace(/^::ffff:(?=\d+\.)/i, ''),
  }
}

/** Levels as in EMQX. */
export function levelOf(status: number): Level {
  if (status < 300) return 'info'
  if (status < 400) return 'warning'
  return status < 500 ? 'error' : 'critical'
}

const isFailure = (status: number) => status >= 400

const toMethod = (method: string): AuditMethod => auditMethods.find((known) => known === method.toLowerCase()) ?? 'post'

/** The caller. For a sign-in, the given username. */
function sourceOf({ identity, endpoint, body }: AuditedCall): string {
  if (identity) return identity.kind === 'user' ? identity.username : identity.apiKey
  const name = endpoint.path === '/login' ? toRecord(body).username : undefined
  return typeof name === 'string' ? name.slice(0, 100) : ''
}

/** Configuration text is parsed first, because secrets cannot be recognized in plain text. */
function readBody({ endpoint, body }: AuditedCall): unknown {
  if (!endpoint.textRequest || typeof body !== 'string') return body
  if (body.length > maxDocumentLength) return `(${body.length} characters)`
  try {
    return readHocon(body)
  } catch {
    return `(${body.length} characters that cannot be read)`
  }
}

const maxDocumentLength = 128 * 1024

function readFailure(text: string): Readonly<Record<string, unknown>> {
  const failure = toRecord(parseJson(text))
  const { message } = failure
  return toRecord(redact({ ...failure, ...(typeof message === 'string' && { message: withoutSecret(message) }) }))
}

/** The message about a field is JSON with the path of the field and the rejected value. */
function withoutSecret(message: string): string {
  const details = toRecord(parseJson(message))
  if (!('value' in details) || typeof details.path !== 'string') return message
  return JSON.stringify(redact({ ...details, value: isSecretPath(details.path) ? mask : details.value }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // not every error response is JSON
  }
}

const maxHeaders = 32

const toHeaders = (headers: AuditedCall['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .slice(0, maxHeaders)
      .map(([name, value]) => [name.slice(0, 100), isSecretName(name) ? '******' : String(value).slice(0, 256)]),
  )

const toRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? { ...value } : {})

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
