/** Milliseconds since the epoch in EMQX's format: `2026-11-21T07:57:24.514+00:00`. */
export const toRfc3339 = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('Z', '+00:00')

/** Seconds since the epoch: `2026-11-21T07:57:34+00:00`. */
export const secondsToRfc3339 = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, '+00:00')
