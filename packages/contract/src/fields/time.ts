import type * as z from 'zod'
import { field, type OpenApiSchema } from './field.ts'
import { toInteger } from './number.ts'

const documented = (example: number): OpenApiSchema => ({
  oneOf: [
    { type: 'integer', example },
    { type: 'string', format: 'date-time', example: '2022-01-01T00:00:00.000Z' },
  ],
})

/** A time as milliseconds since the epoch or as RFC 3339; converted to milliseconds. */
export const timestamp = (): z.ZodType<number, number | string> =>
  field(documented(1640995200000), (value, refuse) => {
    const integer = toInteger(value)
    if (integer !== undefined && integer >= 0) return integer
    return fromRfc3339(value) ?? refuse({ reason: 'bad_rfc3339_timestamp' })
  })

/** A time as microseconds since the epoch or as RFC 3339; converted to microseconds. */
export const epochMicroseconds = (): z.ZodType<number, number | string> =>
  field(
    {
      oneOf: [
        { type: 'integer', example: 1640995200000000 },
        { type: 'string', format: 'date-time', example: '2022-01-01T00:00:00.000000Z' },
      ],
    },
    (value, refuse) => {
      const integer = toInteger(value)
      if (integer !== undefined && integer >= 0) return integer
      const milliseconds = fromRfc3339(value)
      if (milliseconds === undefined) return refuse({ reason: 'bad_rfc3339_timestamp' })
      return milliseconds * 1000 + microsecondsIn(String(value))
    },
  )

/** The fourth to sixth digit of the fraction, which JavaScript dates do not hold. */
const microsecondsIn = (text: string) => Number((/\.\d{3}(\d{1,3})/.exec(text)?.[1] ?? '').padEnd(3, '0'))

/** A time as seconds since the epoch or as RFC 3339; converted to seconds. */
export const epochSeconds = (): z.ZodType<number, number | string> =>
  field(documented(1640995200), (value, refuse) => toSeconds(value) ?? refuse({ reason: 'bad_rfc3339_timestamp' }))

/** Like `epochSeconds`, or `infinity` for never. */
export const epochSecondsOrInfinity = (): z.ZodType<number | 'infinity', number | string> =>
  field({ oneOf: [documented(1640995200), { type: 'string', enum: ['infinity'] }] }, (value, refuse) =>
    value === 'infinity' ? value : (toSeconds(value) ?? refuse({ reason: 'bad_rfc3339_timestamp' })),
  )

function toSeconds(value: unknown): number | undefined {
  const integer = toInteger(value)
  if (integer !== undefined) return integer >= 0 && integer <= lastSecond ? integer : undefined
  const milliseconds = fromRfc3339(value)
  return milliseconds === undefined ? undefined : Math.floor(milliseconds / 1000)
}

/** The last second of RFC 3339, whose years have four digits: 9999-12-31T23:59:59Z. */
const lastSecond = 253_402_300_799

/** RFC 3339, 5.6, which allows a space instead of the T. */
function fromRfc3339(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined
  const match = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d(?:\.\d+)?)([Zz]|[+-]\d\d:\d\d)$/.exec(value)
  if (!match) return undefined
  const milliseconds = Date.parse(`${match[1]}T${match[2]}${match[3]?.toUpperCase()}`)
  return Number.isNaN(milliseconds) ? undefined : milliseconds
}
