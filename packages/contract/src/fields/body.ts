import * as z from 'zod'

/** Name of the body in EMQX's messages: `root.topic` for bodies with a named schema, `password` for others. */
export const bodyRoot = z.registry<{ readonly root: string }>()

/** A JSON object without unknown fields. */
export const object = <S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> =>
  z.strictObject(shape, {
    // The message also lists missing fields, because most unknown fields are misspelt known ones.
    error: ({ code, input }) => (code === 'unrecognized_keys' ? absentKeys(shape, input) : undefined),
  })

/** A body that is a JSON object without unknown fields. */
export const body = <S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strict> =>
  object(shape).register(bodyRoot, { root: 'root' })

/** A body that is a JSON array. Messages count its elements from 1, as Erlang does. */
export const bodyList = <T extends z.ZodType>(item: T): z.ZodArray<T> =>
  z.array(item).register(bodyRoot, { root: 'root' })

/** A body that EMQX checks field by field: unknown fields are ignored, and messages name fields without `root`. */
export const inlineBody = <S extends z.ZodRawShape>(shape: S): z.ZodObject<S, z.core.$strip> =>
  z.object(shape).register(bodyRoot, { root: '' })

function absentKeys(shape: z.ZodRawShape, input: unknown): string {
  const present = typeof input === 'object' && input !== null ? input : {}
  return Object.keys(shape)
    .filter((key) => !(key in present))
    .sort()
    .join(',')
}

/** OpenAPI extension that names an object whose fields plug-ins define. */
export const openObjectKey = 'x-open-object'

/**
 * An object of which the contract knows some fields. Plug-ins (authenticators, sources, connectors) define and check
 * the rest. The server inserts their schemas into the OpenAPI document under `name`.
 */
export const openObject = <S extends z.ZodRawShape>(name: string, shape: S) =>
  z
    .looseObject(shape)
    .meta({ [openObjectKey]: name })
    .register(bodyRoot, { root: 'root' })
