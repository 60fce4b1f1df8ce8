import { isIpAddress } from '../fields/text.ts'
import type { Text } from '../text.ts'
import { type Kind, same, scalar, type WireSchema } from './kind.ts'

interface TextRules {
  readonly maxLength?: number
  /** In UTF-8; not printed by EMQX. */
  readonly maxBytes?: number
  readonly pattern?: RegExp
  /** Description of the pattern, as the end of the sentence "must be ...". */
  readonly expects?: string
  /** Additional fields that EMQX prints. */
  readonly wire?: WireSchema
  readonly format?: 'password' | 'sql'
}

/** A string. */
export const text = ({
  maxLength,
  maxBytes,
  pattern,
  expects = 'well formed',
  wire,
  format,
}: TextRules = {}): Kind<string> =>
  scalar({
    wire: { type: 'string', ...(maxLength !== undefined && { maxLength }), ...(format && { format }), ...wire },
    openApi: { type: 'string', ...(maxLength !== undefined && { maxLength }), ...(format && { format }) },
    secret: format === 'password',
    read(value, refuse) {
      if (typeof value !== 'string') return refuse('must be a string')
      if (maxLength !== undefined && value.length > maxLength)
        return refuse(`must have at most ${maxLength} characters`)
      if (maxBytes !== undefined && new TextEncoder().encode(value).length > maxBytes)
        return refuse(`must have at most ${maxBytes} bytes`)
      if (pattern && !pattern.test(value)) return refuse(`must be ${expects}`)
      return value
    },
    toPlain: same,
  })

/** A string that the API shows as `******` and forms replace instead of showing. */
export const secret = (): Kind<string> => text({ format: 'password' })
/** A string with placeholders `${...}`. */
export const template = (): Kind<string> => text({ wire: { is_template: true } })
/** A template that is shown as `******` if it is more than placeholders, although EMQX does not declare it as a secret. */
export const secretTemplate = (): Kind<string> => ({ ...template(), secret: 'unless_placeholder' })
/** The same for a field that EMQX's form schema declares as a string. */
export const secretText = (): Kind<string> => ({ ...text(), secret: 'unless_placeholder' })
/** Declared as SQL in EMQX's form schema, but not in its OpenAPI document. */
export const sql = (): Kind<string> => text({ wire: { format: 'sql' } })

export const flag = (): Kind<boolean> =>
  scalar({
    wire: { type: 'boolean' },
    openApi: { type: 'boolean' },
    read: (value, refuse) => {
      if (value === true || value === 'true') return true
      if (value === false || value === 'false') return false
      return refuse('must be true or false')
    },
    toPlain: same,
  })

/**
 * An integer between two inclusive bounds.
 * @param about `unprinted`: bounds that EMQX does not print
 */
export function integer(
  minimum = Number.NEGATIVE_INFINITY,
  maximum = Number.POSITIVE_INFINITY,
  about: { readonly unprinted?: true | 'maximum' } = {},
): Kind<number> {
  const bounds = {
    ...(Number.isFinite(minimum) && about.unprinted !== true && { minimum }),
    ...(Number.isFinite(maximum) && about.unprinted === undefined && { maximum }),
  }
  return scalar({
    wire: { type: 'integer', ...bounds },
    openApi: { type: 'integer', ...bounds },
    read(value, refuse) {
      const read = toNumber(value)
      if (read === undefined || !Number.isSafeInteger(read)) return refuse('must be a whole number')
      return read >= minimum && read <= maximum ? read : refuse(boundsSentence(minimum, maximum))
    },
    toPlain: same,
  })
}

export function number(minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY): Kind<number> {
  return scalar({
    wire: { type: 'number' },
    openApi: { type: 'number' },
    read(value, refuse) {
      const read = toNumber(value)
      if (read === undefined) return refuse('must be a number')
      return read >= minimum && read <= maximum ? read : refuse(boundsSentence(minimum, maximum))
    },
    toPlain: same,
  })
}

/** A JSON number, or digits in a string. */
function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'string' && /^[+-]?\d+(\.\d+)?$/.test(value) ? Number(value) : undefined
}

function boundsSentence(minimum: number, maximum: number): string {
  if (!Number.isFinite(maximum)) return `must be at least ${minimum}`
  return Number.isFinite(minimum) ? `must be between ${minimum} and ${maximum}` : `must be at most ${maximum}`
}

type Symbol = string | number | boolean

/** Labels in forms, by symbol. */
type Labels = Readonly<Record<string, Text>>

/** One of a few values: those of a list, or the keys of their labels. Forms show symbols without a label as they are. */
export function choice<const V extends readonly Symbol[]>(values: V, labels?: Labels): Kind<V[number]>
export function choice<const L extends Labels>(labels: L): Kind<keyof L & string>
export function choice(given: readonly Symbol[] | Labels, labels?: Labels): Kind<Symbol> {
  const values = isList(given) ? given : Object.keys(given)
  const symbols = isList(given) ? labels : given
  return {
    ...scalar<Symbol, Symbol>({
      wire: { type: 'enum', symbols: values },
      openApi: { type: 'string', enum: values },
      read: (value, refuse) =>
        values.find((one) => one === value || String(one) === value) ?? refuse(`must be one of ${values.join(', ')}`),
      toPlain: same,
    }),
    ...(symbols && { symbols }),
  }
}

const isList = (given: readonly Symbol[] | Labels): given is readonly Symbol[] => Array.isArray(given)

/** 0, 1 or 2. */
export const qosLevel = (): Kind<0 | 1 | 2> =>
  scalar({
    wire: { type: 'enum', symbols: [0, 1, 2] },
    openApi: { type: 'integer', minimum: 0, maximum: 2 },
    // EMQX's wording (`errors/mqtt_conf_400`).
    read: (value, refuse) =>
      ([0, 1, 2] as const).find((level) => level === value || String(level) === value) ??
      refuse('Unable to parse string'),
    toPlain: same,
  })

/** The one value `infinity`: no limit. */
export const infinity = (): Kind<'infinity', number> => ({
  ...symbol('infinity', { en: 'No limit', zh: '不限制' }),
  toPlain: () => Number.POSITIVE_INFINITY,
})

/** The value `disabled`: never. */
export const disabled = (): Kind<'disabled', number> => ({
  ...off('disabled'),
  toPlain: () => Number.POSITIVE_INFINITY,
})

/** A constant for a special case: `auto`. */
export const symbol = <const S extends string>(name: S, label: Text): Kind<S> => ({
  ...scalar<S, S>({
    wire: { type: 'enum', symbols: [name] },
    openApi: { type: 'string', enum: [name] },
    read: (value, refuse) => (value === name ? name : refuse(`must be ${name}`)),
    toPlain: same,
  }),
  symbols: { [name]: label },
})

/** A constant that turns the setting off. Forms show a switch instead. */
export const off = <const S extends 'disabled' | 'disable' | 'none'>(name: S): Kind<S> => ({
  ...symbol(name, name === 'none' ? { en: 'None', zh: '无' } : { en: 'Disabled', zh: '禁用' }),
  off: name,
})

/** A percentage: `80%`, in plain units 0.8. */
export const percent = (): Kind<string, number> =>
  scalar({
    wire: { type: 'percent' },
    openApi: { type: 'string' },
    read(value, refuse) {
      const shown = typeof value === 'number' && value <= 1 ? `${Math.round(value * 10_000) / 100}%` : String(value)
      return /^\d+(\.\d+)?%$/.test(shown) && Number.parseFloat(shown) <= 100
        ? shown
        : refuse('must be a percentage from 0% to 100%')
    },
    toPlain: (value) => Number.parseFloat(value) / 100,
  })

/** Where to listen or connect: `127.0.0.1:1883`, `[::1]:1883`, `:1883`, `1883`. Without a host, all addresses. */
export interface HostPort {
  readonly host: string | undefined
  readonly port: number
}

/** @param as type name in `/schemas` */
export const hostPort = (as: 'ip_port' | 'string' = 'ip_port'): Kind<string | number, HostPort> =>
  scalar<string | number, HostPort>({
    wire: { type: as },
    openApi: { type: 'string' },
    read: (value, refuse) =>
      (typeof value === 'string' || typeof value === 'number') && parseHostPort(value)
        ? value
        : refuse('must be a port, or an address and a port such as 127.0.0.1:1883'),
    toPlain: (value) => parseHostPort(value) ?? { host: undefined, port: 0 },
  })

/** Undefined if invalid. */
export function parseHostPort(value: string | number): HostPort | undefined {
  const match = /^(?:(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]/]*)):)?(\d{1,5})$/.exec(String(value).trim())
  const port = Number(match?.[3])
  if (!match || !(port <= 65535)) return undefined
  if (match[1] !== undefined && !isIpAddress(match[1])) return undefined
  const host = match[1] ?? match[2]
  if (host !== undefined && /^[\d.]+$/.test(host) && !isIpAddress(host)) return undefined
  return { host: host === '' ? undefined : host, port }
}

/** Formats an address: `127.0.0.1:1883`, `[::1]:1883`, `:1883`. */
export const writeHostPort = ({ host = '', port }: HostPort): string =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`

export interface ServerAddress {
  readonly host: string
  readonly port: number
}

/**
 * A server to connect to: `db.example:3306`, `10.0.0.1`, `[::1]`. Without a port, the default port applies.
 * @param asAddress also accepts `http://db.example:8086/`, of which only host and port are kept
 */
export const serverAddress = (
  usualPort: number,
  { asAddress = false }: { readonly asAddress?: boolean } = {},
): Kind<string, ServerAddress> =>
  scalar<string, ServerAddress>({
    wire: { type: 'string' },
    openApi: { type: 'string' },
    read(value, refuse) {
      const given = asAddress && typeof value === 'string' ? value.trim().replace(/^https?:\/\/|\/+$/g, '') : value
      return typeof given === 'string' && parseServer(given, usualPort)
        ? given.trim()
        : refuse(`must be an address such as 127.0.0.1:${usualPort} or db.example`)
    },
    toPlain: (value) => parseServer(value, usualPort) ?? { host: value, port: usualPort },
  })

/** At least one such server, separated by commas. */
export const serverAddresses = (usualPort: number): Kind<string, readonly ServerAddress[]> => {
  const parts = (value: string) => value.split(',').map((one) => one.trim())
  return scalar<string, readonly ServerAddress[]>({
    wire: { type: 'string' },
    openApi: { type: 'string' },
    read(value, refuse) {
      const given = Array.isArray(value) ? value.join(',') : value
      return typeof given === 'string' && parts(given).every((one) => parseServer(one, usualPort))
        ? parts(given).join(',')
        : refuse(`must be addresses separated by commas, such as 10.0.0.1:${usualPort},10.0.0.2:${usualPort}`)
    },
    toPlain: (value) => parts(value).flatMap((one) => parseServer(one, usualPort) ?? []),
  })
}

function parseServer(value: string, usualPort: number): ServerAddress | undefined {
  const text = value.trim()
  const parsed = parseHostPort(text) ?? parseHostPort(`${text}:${usualPort}`)
  return parsed?.host === undefined || parsed.port === 0 ? undefined : { host: parsed.host, port: parsed.port }
}

export const url = (): Kind<string> =>
  scalar({
    wire: { type: 'url' },
    openApi: { type: 'string' },
    read: (value, refuse) =>
      typeof value === 'string' && URL.canParse(value) ? value : refuse('must be a URL such as http://host:8080/path'),
    toPlain: same,
  })

/** A list of strings, separated by commas. */
export const commaList = (): Kind<string, readonly string[]> =>
  scalar<string, readonly string[]>({
    wire: { type: 'string' },
    openApi: { type: 'string' },
    read(value, refuse) {
      if (typeof value === 'string') return value
      const isTexts = Array.isArray(value) && value.every((one) => typeof one === 'string')
      return isTexts ? value.join(', ') : refuse('must be strings separated by commas')
    },
    toPlain: (value) =>
      value
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== ''),
  })
