import type { Tracing } from './tracing.ts'

/**
 * `event` is a name in snake case, EMQX's where EMQX has one (`authorization_permission_denied`). Fields have EMQX's
 * names too (`clientid`, `peername`, `username`, `topic`, `reason`). A field `payload` is shown as the settings
 * require.
 */
type Write = (fields: Readonly<Record<string, unknown>>, event: string) => void

/** The log that packages write to. */
export interface Log {
  /** Whether entries of this level are written. Ask first if an entry is expensive to build. */
  isEnabled(level: 'debug' | 'info' | 'warn' | 'error'): boolean
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
  /** Receives entries for traces only; undefined while no trace runs. */
  readonly tracing?: Tracing | undefined
}

export const silentLog: Log = {
  isEnabled: () => false,
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
}
