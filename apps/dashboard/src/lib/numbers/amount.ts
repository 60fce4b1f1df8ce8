export interface Unit {
  /** As on the wire: `ms`, `MB`, `/s`. */
  readonly name: string
  /** Factor to the smallest unit. */
  readonly size: number
}

export interface Amount {
  readonly number: number
  readonly unit: string
}

export const durationUnits = [
  { name: 'ms', size: 1 },
  { name: 's', size: 1000 },
  { name: 'm', size: 60_000 },
  { name: 'h', size: 3_600_000 },
  { name: 'd', size: 86_400_000 },
  { name: 'w', size: 604_800_000 },
] as const satisfies readonly Unit[]

export const byteUnits = [
  { name: 'B', size: 1 },
  { name: 'KB', size: 1024 },
  { name: 'MB', size: 1024 ** 2 },
  { name: 'GB', size: 1024 ** 3 },
] as const satisfies readonly Unit[]

/**
 * Parses `15s`, `10 mb` and sums such as `1h30m`; a number without unit gets `bareUnit`. Undefined for other texts
 * and for units not in `units`. Full-width digits of an input method are accepted.
 */
export function parseAmount(text: string, units: readonly Unit[], bareUnit?: string): Amount | undefined {
  const plain = text.normalize('NFKC').trim()
  const parts = [...plain.matchAll(part)]
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== plain) return undefined
  const amounts: Amount[] = []
  for (const [, digits = '', name = ''] of parts) {
    const unit = name === '' ? bareUnit : unitCalled(name, units)
    if (unit === undefined || (name === '' && parts.length > 1)) return undefined
    amounts.push({ number: Number(digits), unit })
  }
  return amounts.length === 1 ? amounts[0] : sum(amounts, units)
}

/** A plain decimal number, or undefined; `Number` alone would take `0x10`, `Infinity` and an empty text. */
export function parseNumber(text: string): number | undefined {
  const plain = text.normalize('NFKC').trim()
  return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(plain) ? Number(plain) : undefined
}

const part = /(-?(?:\d+\.?\d*|\.\d+))\s*([^\d\s.+-]+)?\s*/gu

function unitCalled(name: string, units: readonly Unit[]): string | undefined {
  const lower = name.toLowerCase()
  return (units.find((unit) => unit.name === name) ?? units.find((unit) => unit.name.toLowerCase() === lower))?.name
}

/** In the largest unit without a fraction: 1h30m is 90m. */
function sum(amounts: readonly Amount[], units: readonly Unit[]): Amount | undefined {
  const sizeOf = (name: string) => units.find((unit) => unit.name === name)?.size ?? 1
  const total = amounts.reduce((sofar, { number, unit }) => sofar + number * sizeOf(unit), 0)
  const fitting = [...units].sort((a, b) => b.size - a.size).find(({ size }) => Number.isInteger(total / size))
  return fitting && { number: total / fitting.size, unit: fitting.name }
}
