import * as z from 'zod'
import type { OpenApiSchema } from './fields/field.ts'

/** Fields describe themselves (`field`, `.meta`); zod knows the rest. */
export function toOpenApi(schema: z.ZodType, io: 'input' | 'output'): OpenApiSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    unrepresentable: 'any',
    io,
    override: ({ zodSchema, jsonSchema }) => {
      // Zod drops defaults of what it reads through a function; ours are written down (`withDefault`).
      const declared = z.globalRegistry.get(zodSchema)
      if (declared && 'default' in declared) jsonSchema.default = declared.default
      // Zod's own bounds of an integer say nothing.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      // Answers are open, which is OpenAPI's default.
      if (io === 'output') delete jsonSchema.additionalProperties
      // Described as a choice: what zod found out about the same value must not contradict it.
      if (jsonSchema.oneOf !== undefined) {
        delete jsonSchema.type
        delete jsonSchema.anyOf
      }
      if (jsonSchema.type === 'integer') delete jsonSchema.anyOf
    },
  })
  return described
}
