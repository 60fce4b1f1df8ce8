/** Milliseconds between the beginnings of two pages: a broker hears of a walk over a long list four times a second at most. */
const gap = 250
/** An answer that takes longer is a broker that has enough to do. */
export const slowPage = 1000
const slowFactor = 3

/** Milliseconds to wait after an answer that took so long: most of the time where that was over a second. */
export function restAfterPage(took: number): number {
  return took > slowPage ? took * slowFactor : Math.max(0, gap - took)
}
