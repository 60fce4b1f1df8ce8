import type { Level } from './log-settings.ts'

/** One log entry. */
export interface LogEntry {
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly level: Level
  /** EMQX's `msg`: a name in snake case. */
  readonly event: string
  readonly fields: Readonly<Record<string, unknown>>
}
