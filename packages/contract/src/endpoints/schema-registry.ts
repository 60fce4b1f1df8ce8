import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { bodyRoot } from '../fields/body.ts'
import { response, string } from '../fields/index.ts'
import { changedSchema, externalRegistry, namedRegistry, namedSchema } from '../roots/schema-registry.ts'

/** A schema of the registry. `type` is avro, protobuf or json. */
export const RegisteredSchema = response({
  name: z.string(),
  type: z.string(),
  source: z.string(),
  description: z.string(),
})
export type RegisteredSchema = z.infer<typeof RegisteredSchema>

/** An external registry; without `auth` if it has none. */
export const ExternalRegistry = response({
  type: z.string(),
  url: z.string(),
  auth: z
    .union([z.string(), response({ mechanism: z.string().optional(), username: z.string(), password: z.string() })])
    .optional(),
})
export type ExternalRegistry = z.infer<typeof ExternalRegistry>

const tag = 'Schema Registry'
const byName = { params: z.object({ name: string() }), tag } as const
const notFound = { 404: ['NOT_FOUND'] } as const

export const listSchemas = endpoint({
  method: 'GET',
  path: '/schema_registry',
  tag,
  ok: { 200: z.array(RegisteredSchema) },
})

export const createSchema = endpoint({
  method: 'POST',
  path: '/schema_registry',
  title: { en: 'Create schema', zh: '创建 Schema' },
  tag,
  body: namedSchema.schema.register(bodyRoot, { root: 'root' }),
  ok: { 201: RegisteredSchema },
  errors: { 400: ['ALREADY_EXISTS', 'BAD_REQUEST'] },
})

export const getSchema = endpoint({
  method: 'GET',
  path: '/schema_registry/{name}',
  ...byName,
  ok: { 200: RegisteredSchema },
  errors: notFound,
})

/** Also changes the type, unless something uses the schema. A missing description keeps its value. */
export const updateSchema = endpoint({
  method: 'PUT',
  path: '/schema_registry/{name}',
  title: { en: 'Edit schema', zh: '编辑 Schema' },
  ...byName,
  body: changedSchema.schema.register(bodyRoot, { root: 'root' }),
  ok: { 200: RegisteredSchema },
  errors: { 400: ['BAD_REQUEST', 'DEPENDENCY_EXISTS'], ...notFound },
})

/** Rejected while a rule, validation, transformation or payload decoder uses the schema. */
export const deleteSchema = endpoint({
  method: 'DELETE',
  path: '/schema_registry/{name}',
  title: { en: 'Delete schema', zh: '删除 Schema' },
  ...byName,
  ok: { 204: empty },
  errors: { 400: ['DEPENDENCY_EXISTS'], ...notFound },
})

/** By name. */
const Registries = z.record(z.string(), ExternalRegistry)

export const listExternalRegistries = endpoint({
  method: 'GET',
  path: '/schema_registry_external',
  tag,
  ok: { 200: Registries },
})

export const createExternalRegistry = endpoint({
  method: 'POST',
  path: '/schema_registry_external',
  title: { en: 'Create external schema registry', zh: '创建外部 Schema 注册表' },
  tag,
  body: namedRegistry.schema,
  ok: { 201: ExternalRegistry },
  errors: { 400: ['ALREADY_EXISTS', 'BAD_REQUEST'] },
})

export const getExternalRegistry = endpoint({
  method: 'GET',
  path: '/schema_registry_external/registry/{name}',
  ...byName,
  ok: { 200: ExternalRegistry },
  errors: notFound,
})

export const updateExternalRegistry = endpoint({
  method: 'PUT',
  path: '/schema_registry_external/registry/{name}',
  title: { en: 'Edit external schema registry', zh: '编辑外部 Schema 注册表' },
  ...byName,
  body: externalRegistry.schema,
  ok: { 200: ExternalRegistry },
  errors: { 400: ['BAD_REQUEST'], ...notFound },
})

/** 204 also for an unknown name, as in EMQX. Rejected while a rule or validation uses the registry. */
export const deleteExternalRegistry = endpoint({
  method: 'DELETE',
  path: '/schema_registry_external/registry/{name}',
  title: { en: 'Delete external schema registry', zh: '删除外部 Schema 注册表' },
  ...byName,
  ok: { 204: empty },
  errors: { 400: ['DEPENDENCY_EXISTS'] },
})

export const schemaRegistries = {
  listSchemas,
  createSchema,
  getSchema,
  updateSchema,
  deleteSchema,
  listExternalRegistries,
  createExternalRegistry,
  getExternalRegistry,
  updateExternalRegistry,
  deleteExternalRegistry,
}
