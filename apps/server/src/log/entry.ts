import type { Level } from './log-settings.ts'

/** One thing that happened. */
export interface Entry {
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly level: Level
  /** What EMQX calls `msg`: a name in snake case. */
  readonly event: string
  readonly fields: Readonly<Record<string, unknown>>
}
