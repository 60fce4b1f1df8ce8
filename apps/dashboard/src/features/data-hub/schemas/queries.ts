import {
  createExternalRegistry,
  createSchema,
  deleteExternalRegistry,
  deleteSchema,
  type ExternalRegistry,
  getExternalRegistry,
  getSchema,
  listExternalRegistries,
  listMessageTransformations,
  listRules,
  listSchemaValidations,
  type RegisteredSchema,
  updateExternalRegistry,
  updateSchema,
} from '@mqdeck/contract'
import type { z } from 'zod'
import { defineChange, defineQuery, fetchAll, orIfMissing } from '../../../api/index.ts'
import { schemasQuery } from '../decoders/queries.ts'
import type { SchemaFormat } from '../decoders/use-decoded.ts'
import { type SchemaUses, usesOf } from './uses.ts'

interface ByName {
  readonly name: string
}

export const schemaQuery = defineQuery<ByName, RegisteredSchema>({
  name: 'schema',
  load: (call, params, signal) => call(getSchema, { params, signal }),
})

/** The uses of the schemas, by schema name. */
export const schemaUsesQuery = defineQuery<undefined, SchemaUses>({
  name: 'schema-uses',
  load: async (call, _, signal) => {
    const [rules, validations, transformations] = await Promise.all([
      fetchAll((query) => call(listRules, { query, signal })),
      orIfMissing(call(listSchemaValidations, { signal }), []),
      orIfMissing(call(listMessageTransformations, { signal }), []),
    ])
    return usesOf(rules, validations, transformations)
  },
})

const outdated = [schemasQuery, schemaQuery, schemaUsesQuery]

/** Texts of the form, which the broker checks. */
export interface NewSchema {
  readonly name: string
  readonly type: SchemaFormat
  readonly source: string
  readonly description: string
}

export const schemaChanges = {
  create: defineChange<NewSchema, RegisteredSchema>({
    apply: (call, body) => call(createSchema, { body }),
    invalidates: outdated,
  }),
  update: defineChange<ByName & { readonly schema: Omit<NewSchema, 'name'> }, RegisteredSchema>({
    apply: (call, { name, schema }) => call(updateSchema, { params: { name }, body: schema }),
    invalidates: outdated,
  }),
  remove: defineChange<ByName, undefined>({
    apply: (call, { name }) => call(deleteSchema, { params: { name } }),
    invalidates: outdated,
  }),
}

export interface NamedRegistry extends ExternalRegistry, ByName {}

export const registriesQuery = defineQuery<undefined, readonly NamedRegistry[]>({
  name: 'external-registries',
  load: async (call, _, signal) =>
    Object.entries(await call(listExternalRegistries, { signal })).map(([name, one]) => ({ ...one, name })),
})

export const registryQuery = defineQuery<ByName, ExternalRegistry>({
  name: 'external-registry',
  load: (call, params, signal) => call(getExternalRegistry, { params, signal }),
})

interface SavedRegistry extends ByName {
  /** The form has checked the fields, and the broker checks them again. */
  readonly settings: Readonly<Record<string, unknown>>
}

const outdatedRegistries = [registriesQuery, registryQuery]

export const registryChanges = {
  create: defineChange<SavedRegistry, unknown>({
    apply: (call, { name, settings }) =>
      call(createExternalRegistry, { body: { ...settings, name } as z.input<typeof createExternalRegistry.body> }),
    invalidates: outdatedRegistries,
  }),
  update: defineChange<SavedRegistry, unknown>({
    apply: (call, { name, settings }) =>
      call(updateExternalRegistry, {
        params: { name },
        body: settings as z.input<typeof updateExternalRegistry.body>,
      }),
    invalidates: outdatedRegistries,
  }),
  remove: defineChange<ByName, undefined>({
    apply: (call, { name }) => call(deleteExternalRegistry, { params: { name } }),
    invalidates: outdatedRegistries,
  }),
}
