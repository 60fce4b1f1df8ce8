const milliseconds = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const
const maxDuration = 2 ** 53 - 1

/** Milliseconds of `15s` or `1h30m`; a plain number is milliseconds. Undefined if invalid. */
export function parseDuration(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  if (typeof value !== 'string') return undefined
  if (/^\d+$/.test(value)) return parseDuration(Number(value))
  if (!/^(\d+(ms|s|m|h|d|w))+$/i.test(value)) return undefined
  let sum = 0
  for (const [, count, unit] of value.toLowerCase().matchAll(/(\d+)(ms|s|m|h|d|w)/g))
    sum += Number(count) * milliseconds[unit as keyof typeof milliseconds] // the pattern allows no other unit
  return sum <= maxDuration ? sum : undefined
}

const bytes: Readonly<Record<string, number>> = { '': 1, b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }

/** Bytes of `512KB` or `1MB` (1024 each); a plain number is bytes. Undefined if invalid. */
export function parseByteSize(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value >= 0 ? value : undefined
  const match = typeof value === 'string' ? /^(\d+(?:\.\d+)?)\s*(b|kb|mb|gb)?$/i.exec(value) : null
  if (!match) return undefined
  const size = Math.ceil(Number(match[1]) * (bytes[(match[2] ?? '').toLowerCase()] ?? 1))
  return Number.isSafeInteger(size) ? size : undefined
}

/** An amount per time: `1000/s`, `10MB/2m`. */
export interface Rate {
  readonly amount: number
  /** Milliseconds. */
  readonly per: number
}

/** Undefined if invalid. `infinity` means no limit. */
export function parseRate(value: unknown): Rate | 'infinity' | undefined {
  if (value === 'infinity') return 'infinity'
  const match = /^\s*(\d+(?:\.\d+)?\s*(?:b|kb|mb|gb)?)\s*(?:\/\s*(\d*)\s*(ms|s|m|h|d)?)?\s*$/i.exec(String(value))
  const amount = parseByteSize(match?.[1]?.replace(/\s/g, ''))
  if (!match || amount === undefined) return undefined
  const per = match[2] || match[3] ? (parseDuration(`${match[2] || 1}${match[3] ?? 's'}`) ?? 0) : 1000
  return per > 0 ? { amount, per } : undefined
}
