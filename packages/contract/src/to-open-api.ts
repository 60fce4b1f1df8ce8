import * as z from 'zod'
import { openObjectKey } from './fields/body.ts'
import type { OpenApiSchema } from './fields/field.ts'

/** Schemas of plug-ins for each part of the contract that they define (`openObject`). */
export type OpenSchemas = Readonly<Record<string, readonly z.ZodType[]>>

/**
 * Metadata whose value is created when the OpenAPI document is built, because most starts do not need the document.
 * @param name of the keyword
 */
export function lazily<K extends string>(name: K, make: () => unknown): { readonly [key in K]: unknown } {
  let value: { readonly made: unknown } | undefined
  return Object.defineProperty({} as { readonly [key in K]: unknown }, name, {
    enumerable: true,
    get: () => {
      value ??= { made: make() }
      return value.made
    },
  })
}

/** Converts a schema. Fields describe themselves (`field`, `.meta`); zod describes the rest. */
export function toOpenApi(schema: z.ZodType, io: 'input' | 'output', openSchemas: OpenSchemas = {}): OpenApiSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    unrepresentable: 'any',
    io,
    override: ({ zodSchema, jsonSchema }) => {
      // Zod drops defaults of transformed values; `withDefault` keeps ours in the metadata.
      const declared = z.globalRegistry.get(zodSchema)
      if (declared && 'default' in declared) jsonSchema.default = declared.default
      // Zod's default bounds of integers carry no information.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      for (const [name, inner] of Object.entries(jsonSchema.properties ?? {}))
        if (typeof inner === 'object' && inner.hidden === true) delete jsonSchema.properties?.[name]
      // Responses allow unknown fields, which is OpenAPI's default.
      if (io === 'output') delete jsonSchema.additionalProperties
      // The value is described by `oneOf`. The schema from zod must not contradict it.
      if (jsonSchema.oneOf !== undefined) {
        delete jsonSchema.type
        delete jsonSchema.anyOf
      }
      if (jsonSchema.type === 'integer') delete jsonSchema.anyOf
      const place = jsonSchema[openObjectKey]
      delete jsonSchema[openObjectKey]
      if (typeof place !== 'string' || !openSchemas[place]) return
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      jsonSchema.oneOf = openSchemas[place].map((one) => toOpenApi(one, 'input'))
    },
  })
  return described
}
