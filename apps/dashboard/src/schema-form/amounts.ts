import { parseByteSize, parseDuration, parseRate } from '@mqdeck/contract'
import type { AmountNode } from './model.ts'

export { parseDuration } from '@mqdeck/contract'

/** A comparable number: milliseconds, bytes, percent, or amount per millisecond. Undefined if invalid. */
export function parseAmountOf(kind: AmountNode['kind'], value: unknown): number | undefined {
  switch (kind) {
    case 'duration':
      return parseDuration(value)
    case 'byteSize':
      return parseByteSize(value)
    case 'percent':
      return parsePercent(value)
    case 'rate': {
      const rate = parseRate(value)
      return rate === 'infinity' ? Number.POSITIVE_INFINITY : rate && rate.amount / rate.per
    }
  }
}

/** `80%` and the number 0.8 are 80. */
function parsePercent(value: unknown): number | undefined {
  if (typeof value === 'number') return value >= 0 && value <= 1 ? value * 100 : undefined
  const match = typeof value === 'string' ? /^(\d+(?:\.\d+)?)\s*%$/.exec(value.trim()) : null
  return match ? Number(match[1]) : undefined
}
