import * as z from 'zod'

/** Part of an OpenAPI 3.0 schema. */
export type OpenApiSchema = Readonly<Record<string, unknown>>

/**
 * Why a value is rejected, with EMQX's wording.
 * - `expected`: the expected type, as Erlang prints it: `1..10000`, `pos_integer()`.
 * - `reason`: an atom of its schema library: `not_a_enum_symbol`, `required_field`.
 * - `parameter`: rejected in a later step, with another code and a plain sentence: `integer`, `ip`.
 */
export type Refusal = { readonly expected: string } | { readonly reason: string } | { readonly parameter: string }

/** Rejects a value. The message shows `value`, by default the received value; `******` for a secret. */
export type Refuse = (refusal: Refusal, value?: unknown) => never

/**
 * A value from outside: parsed from JSON or a query string (`read`), described in the OpenAPI document (`openApi`), and
 * rejected with EMQX's wording. `In` is what our own client may pass.
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

/** An optional field. `shown` is the default in the document, if it differs from the parsed value. */
export const withDefault = <T extends z.ZodType>(
  schema: T,
  value: z.util.NoUndefined<z.output<T>>,
  shown: unknown = value,
): z.ZodDefault<T> => schema.default(value).meta({ default: shown })
