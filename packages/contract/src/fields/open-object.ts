import * as z from 'zod'
import { bodyRoot } from './body.ts'

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
