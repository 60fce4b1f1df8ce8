import * as z from 'zod'
import type { OpenApiSchema } from './fields/field.ts'
import { plugPlace } from './fields/plugged.ts'

/** What the plug-ins of a broker take in each place that is left to them (`plugged`): the schemas to choose from. */
export type Plugs = Readonly<Record<string, readonly z.ZodType[]>>

/** Fields describe themselves (`field`, `.meta`); zod knows the rest. */
export function toOpenApi(schema: z.ZodType, io: 'input' | 'output', plugs: Plugs = {}): OpenApiSchema {
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
      for (const [name, inner] of Object.entries(jsonSchema.properties ?? {}))
        if (typeof inner === 'object' && inner.hidden === true) delete jsonSchema.properties?.[name]
      // Answers are open, which is OpenAPI's default.
      if (io === 'output') delete jsonSchema.additionalProperties
      // Described as a choice: what zod found out about the same value must not contradict it.
      if (jsonSchema.oneOf !== undefined) {
        delete jsonSchema.type
        delete jsonSchema.anyOf
      }
      if (jsonSchema.type === 'integer') delete jsonSchema.anyOf
      const place = jsonSchema[plugPlace]
      delete jsonSchema[plugPlace]
      if (typeof place !== 'string' || !plugs[place]) return
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      jsonSchema.oneOf = plugs[place].map((one) => toOpenApi(one, 'input'))
    },
  })
  return described
}
