import { isIP } from 'node:net'

/** How one kind of value is read: from YAML, where it may have its own type, and from a variable, where it is text. */
export interface ValueType<T> {
  /** What may stand there, for error messages and `--help`. */
  readonly expects: string
  /** Undefined when the value is not one of these. */
  readonly read: (value: string | number | boolean) => T | undefined
  /** The value as one would write it in the file; `String` when missing. */
  readonly show?: (value: T) => string
}

export const text: ValueType<string> = { expects: 'text', read: (value) => String(value) }

export const filledText: ValueType<string> = {
  expects: 'text that is not empty',
  read: (value) => String(value) || undefined,
}

/** What `POST /login` takes as a user name or a password. */
export const credential: ValueType<string> = {
  expects: 'text of 1 to 100 characters',
  read: (value) => (String(value).length <= 100 && String(value)) || undefined,
}

/** Host names separated by commas, `*.` before those that stand for all below. */
export const names: ValueType<readonly string[]> = {
  expects: 'host names separated by commas',
  read: (value) => {
    const found = String(value)
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    return found.every((name) => /^(\*\.)?[\w-]+(\.[\w-]+)*$/.test(name)) ? found : undefined
  },
  show: (value) => value.join(', '),
}

export const host: ValueType<string> = {
  expects: 'an IP address or a host name',
  read: (value) => {
    const name = String(value)
    return isIP(name) !== 0 || /^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$/.test(name) ? name : undefined
  },
}

export const nodeName: ValueType<string> = {
  expects: 'name@host',
  read: (value) => (/^[\w-]+@[\w.:-]+$/.test(String(value)) ? String(value) : undefined),
}

export const flag: ValueType<boolean> = {
  expects: 'true or false',
  read: (value) => ({ true: true, false: false })[String(value)],
}

export function integer(minimum: number, maximum: number): ValueType<number> {
  return {
    expects: `a whole number from ${minimum} to ${maximum}`,
    read: (value) => {
      const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
      return typeof value !== 'boolean' && Number.isInteger(number) && number >= minimum && number <= maximum
        ? number
        : undefined
    },
  }
}

/** 0 takes a free port. */
export const port = integer(0, 65535)

export function oneOf<const T extends string>(...choices: readonly T[]): ValueType<T> {
  return { expects: choices.join(', '), read: (value) => choices.find((choice) => choice === String(value)) }
}

const milliseconds = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const

/** Milliseconds from `90s`, `1h30m` or a bare number of milliseconds, as EMQX writes durations. */
export const duration: ValueType<number> = {
  expects: 'a duration such as 30s, 5m or 1h30m',
  read: (value) => {
    if (typeof value === 'number') return Number.isInteger(value) && value >= 0 ? value : undefined
    if (typeof value === 'boolean' || !/^(\d+(ms|s|m|h|d|w))+$/.test(value)) return undefined
    let sum = 0
    for (const [, count, unit] of value.matchAll(/(\d+)(ms|s|m|h|d|w)/g)) {
      sum += Number(count) * milliseconds[unit as keyof typeof milliseconds] // the pattern allows no other unit
    }
    return sum
  },
  show: (value) => (value % 60_000 === 0 ? `${value / 60_000}m` : `${value / 1000}s`),
}

const bytes = { '': 1, B: 1, KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 } as const

/** Bytes from `1MB`, `512KB` or a bare number. */
export const byteSize: ValueType<number> = {
  expects: 'a size such as 512KB or 1MB',
  read: (value) => {
    const [, count, unit] = /^(\d+)(B|KB|MB|GB)?$/i.exec(String(value)) ?? []
    return count === undefined ? undefined : Number(count) * bytes[(unit ?? '').toUpperCase() as keyof typeof bytes] // ditto
  },
  show: (value) => `${value / 1024 ** 2}MB`,
}

/** The value, or Infinity where the file says `infinity`. */
export function orInfinity(type: ValueType<number>): ValueType<number> {
  return {
    expects: `${type.expects}, or infinity`,
    read: (value) => (value === 'infinity' ? Number.POSITIVE_INFINITY : type.read(value)),
    show: (value) => (value === Number.POSITIVE_INFINITY ? 'infinity' : (type.show ?? String)(value)),
  }
}
