import * as z from 'zod'
import { bodyRoot } from './body.ts'

/** OpenAPI extension that names an object whose fields plug-ins define. */
export const plugPlace = 'x-plugged'

/**
 * An object of which the contract knows some fields. Plug-ins (authenticators, sources, connectors) define and check
 * the rest. The server inserts their schemas into the OpenAPI document under `name`.
 */
export const plugged = <S extends z.ZodRawShape>(place: string, shape: S) =>
  z
    .looseObject(shape)
    .meta({ [plugPlace]: place })
    .register(bodyRoot, { root: 'root' })
