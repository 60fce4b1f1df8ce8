import type { Entry } from './entry.ts'
import { createFormat } from './format.ts'
import { type HandlerSettings, type Level, levels } from './log-settings.ts'

/** One place that entries go to. */
export interface Handler {
  /** Entries of a lower rank are not for it. */
  readonly rank: number
  write(entry: Entry): void
}

export const createHandler = (settings: HandlerSettings, append: (line: string) => void): Handler => {
  const format = createFormat(settings)
  return { rank: rankOf(settings.level), write: (entry) => append(format(entry)) }
}

export const rankOf = (level: Level | 'all'): number => (level === 'all' ? 0 : levels.indexOf(level))
