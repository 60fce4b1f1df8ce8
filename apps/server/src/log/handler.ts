import { createFormat } from './format.ts'
import type { LogEntry } from './log-entry.ts'
import { type HandlerSettings, type Level, levels } from './log-settings.ts'

/** A destination of log entries. */
export interface Handler {
  /** Entries below this level are ignored. */
  readonly rank: number
  write(entry: LogEntry): void
}

export const createHandler = (settings: HandlerSettings, append: (line: string) => void): Handler => {
  const format = createFormat(settings)
  return { rank: rankOf(settings.level), write: (entry) => append(format(entry)) }
}

export const rankOf = (level: Level | 'all'): number => (level === 'all' ? 0 : levels.indexOf(level))
