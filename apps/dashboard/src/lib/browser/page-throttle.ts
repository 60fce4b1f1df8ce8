/** Milliseconds between two page requests: reading a long list costs the broker at most four requests a second. */
const minInterval = 250
/** An answer that takes longer, in milliseconds, indicates a busy broker. */
export const slowPageMs = 1000
const slowFactor = 3

/** Milliseconds to wait before the next page, after a request that took `took` milliseconds: longer after a slow one. */
export function delayAfterPage(took: number): number {
  return took > slowPageMs ? took * slowFactor : Math.max(0, minInterval - took)
}
