/** Why somebody is banned, and for how long, as the form has it. */
export interface Terms {
  readonly reason: string
  readonly length: BanLength
  /** RFC 3339; with the length `date`. */
  readonly date: string | undefined
}

export const banLengths = ['forever', 'hour', 'day', 'week', 'date'] as const
type BanLength = (typeof banLengths)[number]

export const blankTerms: Terms = { reason: '', length: 'forever', date: undefined }

const hour = 3600
const seconds = { hour, day: 24 * hour, week: 7 * 24 * hour } as const

/** Seconds since 1970; undefined while a date is wanted and missing. `now` in milliseconds. */
export function untilOf({ length, date }: Terms, now: number): number | 'infinity' | undefined {
  if (length === 'forever') return 'infinity'
  if (length === 'date') return date === undefined ? undefined : Math.floor(Date.parse(date) / 1000)
  return Math.floor(now / 1000) + seconds[length]
}

/** A ban that has ended already: every broker refuses it. */
export const hasEnded = (until: number | 'infinity', now: number): boolean =>
  until !== 'infinity' && until * 1000 <= now

/** The terms of a ban that there is. */
export function termsOf({ reason, until }: { readonly reason: string; readonly until: string }): Terms {
  return until === 'infinity' ? { ...blankTerms, reason } : { reason, length: 'date', date: until }
}
