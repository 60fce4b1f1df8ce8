import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { response } from '../fields/index.ts'
import { validation } from '../roots/schema-validation.ts'
import {
  byPolicy,
  enablingPolicy,
  NewOrder,
  OrderProblem,
  PolicyStatistics,
  policyNotFound,
  policyShape,
} from './data-hub-policy.ts'

const Check = response({
  type: z.string(),
  sql: z.string().optional(),
  schema: z.string().optional(),
  message_type: z.string().optional(),
})

/** A schema validation. `checks` have `sql`, or `schema` and for Protobuf `message_type`. */
export const SchemaValidation = response({ ...policyShape, strategy: z.string(), checks: z.array(Check) })
export type SchemaValidation = z.infer<typeof SchemaValidation>

const tag = 'Schema Validation'

/** In the order in which they run. */
export const listSchemaValidations = endpoint({
  method: 'GET',
  path: '/schema_validations',
  tag,
  ok: { 200: z.array(SchemaValidation) },
})

/** Runs after the existing ones. */
export const createSchemaValidation = endpoint({
  method: 'POST',
  path: '/schema_validations',
  title: { en: 'Create schema validation', zh: '创建 Schema 验证' },
  tag,
  body: validation.schema,
  ok: { 201: SchemaValidation },
  errors: { 400: ['ALREADY_EXISTS', 'BAD_REQUEST'] },
})

/** The name is in the body. Missing fields get their defaults. */
export const updateSchemaValidation = endpoint({
  method: 'PUT',
  path: '/schema_validations',
  title: { en: 'Edit schema validation', zh: '编辑 Schema 验证' },
  tag,
  body: validation.schema,
  ok: { 200: SchemaValidation },
  errors: { 400: ['BAD_REQUEST'], ...policyNotFound },
})

export const reorderSchemaValidations = endpoint({
  method: 'POST',
  path: '/schema_validations/reorder',
  title: { en: 'Reorder schema validations', zh: '调整 Schema 验证顺序' },
  tag,
  body: NewOrder,
  ok: { 204: empty },
  otherErrors: { 400: OrderProblem },
})

export const getSchemaValidation = endpoint({
  method: 'GET',
  path: '/schema_validations/validation/{name}',
  tag,
  params: byPolicy,
  ok: { 200: SchemaValidation },
  errors: policyNotFound,
})

export const deleteSchemaValidation = endpoint({
  method: 'DELETE',
  path: '/schema_validations/validation/{name}',
  title: { en: 'Delete schema validation', zh: '删除 Schema 验证' },
  tag,
  params: byPolicy,
  ok: { 204: empty },
  errors: policyNotFound,
})

export const getSchemaValidationMetrics = endpoint({
  method: 'GET',
  path: '/schema_validations/validation/{name}/metrics',
  tag,
  params: byPolicy,
  ok: { 200: PolicyStatistics },
  errors: policyNotFound,
})

export const resetSchemaValidationMetrics = endpoint({
  method: 'POST',
  path: '/schema_validations/validation/{name}/metrics/reset',
  title: { en: 'Reset metrics of schema validation', zh: '重置 Schema 验证的指标' },
  tag,
  params: byPolicy,
  ok: { 204: empty },
  errors: policyNotFound,
})

export const enableSchemaValidation = endpoint({
  method: 'POST',
  path: '/schema_validations/validation/{name}/enable/{enable}',
  title: { en: 'Enable or disable schema validation', zh: '启用或禁用 Schema 验证' },
  tag,
  params: enablingPolicy,
  ok: { 204: empty },
  errors: { 400: ['BAD_REQUEST'], ...policyNotFound },
})

export const schemaValidations = {
  listSchemaValidations,
  createSchemaValidation,
  updateSchemaValidation,
  reorderSchemaValidations,
  getSchemaValidation,
  deleteSchemaValidation,
  getSchemaValidationMetrics,
  resetSchemaValidationMetrics,
  enableSchemaValidation,
}
