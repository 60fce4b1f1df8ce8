import { isIP } from 'node:net'

/** How a kind of value is parsed: from YAML with its own type, or from a variable as text. */
export interface ValueType<T> {
  /** Description of valid values for error messages and `--help`. */
  readonly expects: string
  /** Undefined if the value is invalid. */
  readonly read: (value: string | number | boolean) => T | undefined
  /**
   * Parses lists and objects, instead of `read`. Reports errors inside the value by `problem`. Undefined if the whole
   * value is invalid.
   */
  readonly readTree?: (value: unknown, problem: (path: string, what: string) => void) => T | undefined
  /** The value as written in the file. Default: `String`. */
  readonly show?: (value: T) => string
}

export const isScalar = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value)

export const text: ValueType<string> = { expects: 'text', read: (value) => String(value) }

export const filledText: ValueType<string> = {
  expects: 'a text that is not empty',
  read: (value) => String(value) || undefined,
}

/** Valid usernames and passwords of `POST /login`. */
export const credential: ValueType<string> = {
  expects: 'a text of 1 to 100 characters',
  read: (value) => (String(value).length <= 100 && String(value)) || undefined,
}

/** Host names separated by commas, with `*.` for all subdomains. */
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

/** Addresses and networks separated by commas. */
export const networks: ValueType<readonly string[]> = {
  expects: 'IP addresses and networks separated by commas, such as 10.0.0.1, 192.168.0.0/16',
  read: (value) => {
    const found = String(value)
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
    return found.every(isNetwork) ? found : undefined
  },
  show: (value) => value.join(', '),
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  const longest = version === 6 ? 128 : 32
  return (
    version !== 0 &&
    rest.length === 0 &&
    (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= longest))
  )
}

export const host: ValueType<string> = {
  expects: 'an IP address or a host name',
  read: (value) => {
    const name = String(value)
    return isIP(name) !== 0 || /^[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?$/.test(name) ? name : undefined
  },
}

export const nodeName: ValueType<string> = {
  expects: 'a name such as mqdeck@127.0.0.1',
  read: (value) => (/^[\w-]+@[\w.:-]+$/.test(String(value)) ? String(value) : undefined),
}

export const flag: ValueType<boolean> = {
  expects: 'true or false',
  read: (value) => ({ true: true, false: false })[String(value)],
}

function integer(minimum: number, maximum: number): ValueType<number> {
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

/** 0 selects a free port. */
export const port = integer(0, 65535)
export const datagramRate = integer(1, 1_000_000)

export function oneOf<const T extends string>(...choices: readonly T[]): ValueType<T> {
  return { expects: choices.join(', '), read: (value) => choices.find((choice) => choice === String(value)) }
}
