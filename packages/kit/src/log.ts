import type { Tracing } from './tracing.ts'

/**
 * `event` is a name in snake case, EMQX's where EMQX has one (`authorization_permission_denied`); fields have EMQX's names too
 * (`clientid`, `peername`, `username`, `topic`, `reason`). A field `payload` is shown as the settings want it.
 */
type Write = (fields: Readonly<Record<string, unknown>>, event: string) => void

/** What a package may log with. */
export interface Log {
  /** Whether an entry of this level goes anywhere: to be asked where it costs something to put one together. */
  isEnabled(level: 'debug' | 'info' | 'warn' | 'error'): boolean
  readonly debug: Write
  readonly info: Write
  readonly warn: Write
  readonly error: Write
  /** What goes into traces besides the log's own entries; undefined for as long as none runs. */
  readonly tracing?: Tracing | undefined
}

export const silentLog: Log = {
  isEnabled: () => false,
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
}
