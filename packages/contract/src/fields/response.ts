import * as z from 'zod'

/**
 * A JSON object in a response. Unknown fields of newer clusters are kept, but the type only has the known ones, so that
 * misspelt fields do not compile.
 */
export const response = <S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strip> =>
  // Loose when parsing, exact in the type: zod has no such combination.
  z.looseObject(shape) as unknown as z.ZodObject<S, z.core.$strip>

/** Any JSON value. The document names the types, because an empty schema is easily overlooked. */
export const anyJson = (): z.ZodUnknown =>
  z.unknown().meta({ oneOf: ['string', 'number', 'boolean', 'object'].map((type) => ({ type })) })

/** A non-negative integer. */
export const count = (): z.ZodInt => z.int().min(0)
export const qosResponse = (): z.ZodType<0 | 1 | 2> =>
  z.union([z.literal(0), z.literal(1), z.literal(2)]).meta({ type: 'integer', minimum: 0, maximum: 2 })
export const bitResponse = (): z.ZodType<0 | 1> => z.union([z.literal(0), z.literal(1)]).meta({ type: 'integer' })
/** A value that EMQX documents as an integer but may return as the atom `infinity`. */
export const countOrInfinity = (): z.ZodType<number | 'infinity'> =>
  z.union([z.number(), z.literal('infinity')]).meta({ type: 'integer' })
/** RFC 3339 with an offset, and milliseconds if the broker has them. */
export const rfc3339 = (): z.ZodString =>
  z.string().meta({
    oneOf: [
      { type: 'integer', example: 1640995200000 },
      { type: 'string', format: 'date-time', example: '2022-01-01T00:00:00.000Z' },
    ],
  })

/** An object with a counter under each of `names`, and other fields. */
export function counters<const N extends readonly string[], Others extends z.ZodRawShape = Record<never, never>>(
  names: N,
  others?: Others,
): Readonly<Record<N[number], z.ZodInt>> & Others {
  // Object.fromEntries loses the names; they are exactly those of `names`.
  return { ...Object.fromEntries(names.map((name) => [name, count()])), ...others } as Record<N[number], z.ZodInt> &
    Others
}
