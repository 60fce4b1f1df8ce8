/** A rate at a time in milliseconds. */
export interface RatePoint {
  readonly time: number
  readonly value: number
}

/**
 * The mean of the rates between `from` and `to`, weighted by the time since the previous point, because polled points
 * are closer together than recorded ones. Undefined without points.
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
