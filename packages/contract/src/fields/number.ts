import type * as z from 'zod'
import { parseByteSize } from '../quantities.ts'
import { field, type OpenApiSchema } from './field.ts'

type IntegerField = z.ZodType<number, number | `${number}`>

/** An integer between two inclusive bounds, also as a string of digits, as in query strings. */
export const range = (minimum: number, maximum: number, extra: OpenApiSchema = {}): IntegerField =>
  integerField(
    { type: 'integer', minimum, ...(maximum === Infinity ? {} : { maximum }), ...extra },
    `${minimum}..${maximum === Infinity ? 'inf' : maximum}`,
    (value) => value >= minimum && value <= maximum,
  )

export const posInteger = (extra: OpenApiSchema = {}): IntegerField =>
  integerField({ type: 'integer', minimum: 1, ...extra }, 'pos_integer()', (value) => value >= 1)

export const nonNegInteger = (extra: OpenApiSchema = {}): IntegerField =>
  integerField({ type: 'integer', minimum: 0, ...extra }, 'non_neg_integer()', (value) => value >= 0)

/** An integer whose bounds EMQX does not document. */
export const undocumentedRange = (minimum: number, maximum: number): IntegerField =>
  integerField({ type: 'integer' }, `${minimum}..${maximum}`, (value) => value >= minimum && value <= maximum)

export const qos = (): z.ZodType<0 | 1 | 2, 0 | 1 | 2 | '0' | '1' | '2'> =>
  field({ type: 'integer', minimum: 0, maximum: 2 }, (value, refuse) => {
    const number = toInteger(value)
    if (number === 0 || number === 1 || number === 2) return number
    return refuse({ expected: '0..2' }, number ?? value)
  })

/** A subscription flag that MQTT writes as a bit. */
export const bit = (): z.ZodType<0 | 1, 0 | 1> =>
  field({ type: 'integer' }, (value, refuse) => {
    const number = toInteger(value)
    return number === 0 || number === 1 ? number : refuse({ expected: '0..1' }, number ?? value)
  })

/** The integer of a JSON value or a query string; undefined if it is not one. */
export function toInteger(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  if (typeof value !== 'string' || !/^[+-]?\d+$/.test(value)) return undefined
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : undefined
}

function integerField(openApi: OpenApiSchema, expected: string, isWithin: (value: number) => boolean): IntegerField {
  return field(openApi, (value, refuse) => {
    const number = toInteger(value)
    return number !== undefined && isWithin(number) ? number : refuse({ expected }, number ?? value)
  })
}

/** A number of bytes, or a size such as `100KB` or `1MB`; converted to bytes. */
export const bytesize = (extra: OpenApiSchema = {}): z.ZodType<number, number | string> =>
  field(
    { type: 'string', ...extra },
    (value, refuse) => parseByteSize(value) ?? refuse({ expected: 'emqx_schema:bytesize()' }),
  )
