/** Milliseconds since 1970, finer than `Date.now()`. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()
