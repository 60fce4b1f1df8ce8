import { messageOf } from '@mqdeck/contract'
/**
 * A listener change that failed and had no effect. `path` is the invalid setting of the listener (`bind`,
 * `ssl_options.certfile`), `code` one of `eaddrinuse`, `eaddrnotavail`, `eacces`, `unreadable`,
 * `certificate`, `unknown_zone`, `not_found`, `already_exists`, `not_available`, `unsupported`.
 */
export class ListenerError extends Error {
  readonly id: string
  readonly path: string
  readonly code: string
  /** A sentence for the user. */
  readonly reason: string

  constructor(id: string, path: string, code: string, reason: string, cause?: unknown) {
    super(`listener ${id}: ${path}: ${reason}`, { cause })
    this.id = id
    this.path = path
    this.code = code
    this.reason = reason
  }
}

const sentences: Readonly<Record<string, (place: string) => string>> = {
  EADDRINUSE: (place) => `eaddrinuse: ${place} is in use already`,
  EADDRNOTAVAIL: (place) => `eaddrnotavail: ${place} is not an address of this machine`,
  ENOTFOUND: (place) => `enotfound: ${place} is not an address of this machine`,
  EACCES: (place) => `eacces: ${place} may not be used without more rights`,
}

/** Converts the error of the system when binding a port failed. */
export function bindError(id: string, place: string, cause: unknown): ListenerError {
  const name = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown'
  const reason = sentences[name]?.(place) ?? `${place} cannot be used: ${messageOf(cause)}`
  return new ListenerError(id, 'bind', name.toLowerCase(), reason, cause)
}
