import {
  createExternalRegistry,
  createSchema,
  deleteExternalRegistry,
  deleteSchema,
  type ExternalRegistry,
  getSchema,
  listExternalRegistries,
  listRules,
  listSchemas,
  type RegisteredSchema,
  testSql,
  updateExternalRegistry,
  updateSchema,
} from '@mqdeck/contract'
import type { z } from 'zod'
import { defineChange, defineQuery } from '../../../api/index.ts'
import { isRecord } from '../../../lib/json-path.ts'

interface ByName {
  readonly name: string
}

export interface Saving extends ByName {
  readonly settings: Readonly<Record<string, unknown>>
}

export const schemasQuery = defineQuery<undefined, readonly RegisteredSchema[]>({
  name: 'schemas',
  load: (call, _, signal) => call(listSchemas, { signal }),
  poll: 'chosen',
})

export const schemaQuery = defineQuery<ByName, RegisteredSchema>({
  name: 'schema',
  load: (call, params, signal) => call(getSchema, { params, signal }),
})

/** The SQL of all rules, to find the schemas that they name. */
export const ruleTextsQuery = defineQuery<undefined, readonly { readonly id: string; readonly sql: string }[]>({
  name: 'rule-texts',
  load: async (call, _, signal) =>
    (await call(listRules, { query: { page: 1, limit: 1000 }, signal })).data.map(({ id, sql }) => ({ id, sql })),
})

const outdated = [schemasQuery, schemaQuery]

export const schemaChanges = {
  create: defineChange<Saving, unknown>({
    // The form has checked the fields, and the broker checks them again.
    apply: (call, { name, settings }) =>
      call(createSchema, { body: { ...settings, name } as z.input<typeof createSchema.body> }),
    invalidates: outdated,
  }),
  update: defineChange<Saving, unknown>({
    apply: (call, { name, settings }) =>
      call(updateSchema, { params: { name }, body: settings as z.input<typeof updateSchema.body> }),
    invalidates: outdated,
  }),
  remove: defineChange<ByName, undefined>({
    apply: (call, { name }) => call(deleteSchema, { params: { name } }),
    invalidates: [schemasQuery],
  }),
  /** Runs `SELECT expression AS result` for a payload. */
  evaluate: defineChange<{ readonly expression: string; readonly payload: string }, unknown>({
    apply: async (call, { expression, payload }) => {
      const found = await call(testSql, {
        body: {
          sql: `SELECT ${expression} AS result FROM "t"`,
          context: { event_type: 'message_publish', topic: 't', payload },
        },
      })
      return isRecord(found) ? found.result : undefined
    },
    invalidates: [],
  }),
}

export interface Registry extends ExternalRegistry {
  readonly name: string
}

export const registriesQuery = defineQuery<undefined, readonly Registry[]>({
  name: 'external-registries',
  load: async (call, _, signal) =>
    Object.entries(await call(listExternalRegistries, { signal })).map(([name, one]) => ({ ...one, name })),
  poll: 'chosen',
})

export const registryChanges = {
  create: defineChange<Saving, unknown>({
    apply: (call, { name, settings }) =>
      call(createExternalRegistry, { body: { ...settings, name } as z.input<typeof createExternalRegistry.body> }),
    invalidates: [registriesQuery],
  }),
  update: defineChange<Saving, unknown>({
    apply: (call, { name, settings }) =>
      call(updateExternalRegistry, {
        params: { name },
        body: settings as z.input<typeof updateExternalRegistry.body>,
      }),
    invalidates: [registriesQuery],
  }),
  remove: defineChange<ByName, undefined>({
    apply: (call, { name }) => call(deleteExternalRegistry, { params: { name } }),
    invalidates: [registriesQuery],
  }),
}
