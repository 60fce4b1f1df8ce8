/** A rate as it was told at a time (milliseconds). */
export interface RatePoint {
  readonly time: number
  readonly value: number
}

/**
 * The mean of the rates told between `from` and `to`, each weighted by the time since the one before it, because points come
 * closer together while a page polls than they are in the history. Undefined without any point in between.
 */
export function meanRate(points: readonly RatePoint[], from: number, to: number): number | undefined {
  let sum = 0
  let weight = 0
  points.forEach(({ time, value }, index) => {
    if (time <= from || time > to) return
    const span = time - Math.max(points[index - 1]?.time ?? time - 1, from)
    sum += value * span
    weight += span
  })
  return weight > 0 ? sum / weight : undefined
}

export function maxRate(points: readonly RatePoint[], from: number, to: number): number | undefined {
  const values = points.filter(({ time }) => time > from && time <= to).map(({ value }) => value)
  return values.length > 0 ? Math.max(...values) : undefined
}
