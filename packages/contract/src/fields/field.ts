import * as z from 'zod'

/** A piece of an OpenAPI 3.0 schema. */
export type OpenApiSchema = Readonly<Record<string, unknown>>

/**
 * Why a value is refused, in EMQX's words.
 * - `expected`: the type that was wanted, as Erlang prints it: `1..10000`, `pos_integer()`.
 * - `reason`: an atom of its schema library: `not_a_enum_symbol`, `required_field`.
 * - `parameter`: refused one layer further in, with another code and a plain sentence: `integer`, `ip`.
 */
export type Refusal = { readonly expected: string } | { readonly reason: string } | { readonly parameter: string }

/** Refuses a value; `value` is what the message shows, the value as received unless given: `******` for a secret. */
export type Refuse = (refusal: Refusal, value?: unknown) => never

/**
 * A value that arrives from outside: read from what JSON or a query string brought (`read`), described in the OpenAPI document
 * (`openApi`), refused in EMQX's words. `In` is what our own client may pass.
 */
export function field<Out, In = Out>(
  openApi: OpenApiSchema,
  read: (value: NonNullable<unknown>, refuse: Refuse) => Out,
): z.ZodType<Out, In> {
  return z
    .custom<In>()
    .transform((value, context): Out => {
      const refuse: Refuse = (refusal, shown = value) => {
        context.issues.push({ code: 'custom', input: value, params: { refusal, value: shown } })
        return z.NEVER
      }
      if (value === undefined || value === null) return refuse({ reason: 'required_field' })
      return read(value, refuse)
    })
    .meta(openApi)
}

/** A field that may be left out. `shown` is how the document writes the default when that differs from what is read. */
export const withDefault = <T extends z.ZodType>(
  schema: T,
  value: z.util.NoUndefined<z.output<T>>,
  shown: unknown = value,
): z.ZodDefault<T> => schema.default(value).meta({ default: shown })
