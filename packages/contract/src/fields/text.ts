import type * as z from 'zod'
import { field, type OpenApiSchema } from './field.ts'
import { toInteger } from './number.ts'

/** Any text. */
export const string = (extra: OpenApiSchema = {}): z.ZodType<string, string> =>
  field({ type: 'string', ...extra }, (value, refuse) =>
    typeof value === 'string' ? value : refuse({ expected: 'string()' }),
  )

/** One of `values`. */
export const oneOf = <const V extends readonly string[]>(
  values: V,
  extra: OpenApiSchema = {},
): z.ZodType<V[number], V[number]> =>
  field({ type: 'string', enum: values, ...extra }, (value, refuse) =>
    isOneOf(values, value) ? value : refuse({ reason: 'not_a_enum_symbol' }),
  )

export const boolean = (extra: OpenApiSchema = {}): z.ZodType<boolean, boolean | 'true' | 'false'> =>
  field({ type: 'boolean', ...extra }, (value, refuse) => {
    if (value === true || value === 'true') return true
    if (value === false || value === 'false') return false
    return refuse({ expected: 'boolean()' })
  })

/** An MQTT protocol version as a filter. EMQX documents a string, then insists on an integer. */
export const protocolVersion = (): z.ZodType<number, number | `${number}`> =>
  field({ type: 'string' }, (value, refuse) => toInteger(value) ?? refuse({ parameter: 'integer' }))

/** An address without a port. */
export const ipAddress = (): z.ZodType<string, string> =>
  field({ type: 'string' }, (value, refuse) =>
    typeof value === 'string' && isIpAddress(value) ? value : refuse({ parameter: 'ip' }),
  )

/** A list of strings: a repeated parameter or a single one. */
export const stringList = (): z.ZodType<readonly string[], string | readonly string[]> =>
  field({ type: 'array', items: { type: 'string' } }, (value, refuse) => {
    const texts: readonly unknown[] = Array.isArray(value) ? value : [value]
    return isTexts(texts) ? texts : refuse({ expected: '[string()]' })
  })

/** Names out of `values`, separated by commas (or repeated), or `all`. */
export const fieldList = <const V extends readonly string[]>(
  values: V,
): z.ZodType<readonly V[number][] | 'all', string> =>
  field(
    {
      oneOf: [
        { type: 'array', items: { type: 'string', enum: values } },
        { type: 'string', enum: ['all'] },
      ],
    },
    (value, refuse) => {
      const names: readonly unknown[] = (Array.isArray(value) ? value : [value]).flatMap((part: unknown) =>
        typeof part === 'string' ? part.split(',') : [part],
      )
      if (names.length === 1 && names[0] === 'all') return 'all'
      const known: V[number][] = []
      for (const name of names) {
        if (!isOneOf(values, name)) return refuse({ reason: 'not_a_enum_symbol' }, name)
        known.push(name)
      }
      return known
    },
  )

/** IPv4 dotted or IPv6; isomorphic, hence no `node:net`. */
export function isIpAddress(text: string): boolean {
  if (text.includes(':')) return /^[\da-fA-F:.]+$/.test(text) && URL.canParse(`http://[${text}]`)
  const parts = text.split('.')
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
}

const isOneOf = <V extends readonly string[]>(values: V, value: unknown): value is V[number] =>
  typeof value === 'string' && values.includes(value)

const isTexts = (values: readonly unknown[]): values is readonly string[] =>
  values.every((value) => typeof value === 'string')
