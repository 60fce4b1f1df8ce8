import * as z from 'zod'
import { bodyRoot } from './body.ts'

/** What stands in the OpenAPI document for objects whose fields the plug-ins of a broker know: the name of that place. */
export const plugPlace = 'x-plugged'

/**
 * An object of which the contract knows a few fields only: the rest belongs to plug-ins (authenticators, sources, connectors),
 * which check it. Under its name the server puts their schemas into the OpenAPI document.
 */
export const plugged = <S extends z.ZodRawShape>(place: string, shape: S) =>
  z
    .looseObject(shape)
    .meta({ [plugPlace]: place })
    .register(bodyRoot, { root: 'root' })
