/** Reason and duration of a ban, as in the form. */
export interface Terms {
  readonly reason: string
  readonly length: BanLength
  /** RFC 3339; only for the length `date`. */
  readonly date: string | undefined
}

export const banLengths = ['forever', 'hour', 'day', 'week', 'date'] as const
type BanLength = (typeof banLengths)[number]

export const blankTerms: Terms = { reason: '', length: 'forever', date: undefined }

const hour = 3600
const seconds = { hour, day: 24 * hour, week: 7 * 24 * hour } as const

/**
 * Seconds since 1970; undefined if a date is required and missing.
 * @param now milliseconds since 1970
 */
export function untilOf({ length, date }: Terms, now: number): number | 'infinity' | undefined {
  if (length === 'forever') return 'infinity'
  if (length === 'date') return date === undefined ? undefined : Math.floor(Date.parse(date) / 1000)
  return Math.floor(now / 1000) + seconds[length]
}

/** Whether the end of a ban is in the past. Brokers reject such bans. */
export const hasEnded = (until: number | 'infinity', now: number): boolean =>
  until !== 'infinity' && until * 1000 <= now

/** The terms of an existing ban. */
export function termsOf({ reason, until }: { readonly reason: string; readonly until: string }): Terms {
  return until === 'infinity' ? { ...blankTerms, reason } : { reason, length: 'date', date: until }
}
