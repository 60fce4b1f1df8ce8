import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { body, boolean, count, response, string, stringList, withDefault } from '../fields/index.ts'

/** Kinds of objects that are migrated, in the order in which they are created. */
export const migrationKinds = [
  'settings',
  'authenticator',
  'authn_users',
  'authz_source',
  'authz_rules',
  'ban',
  'connector',
  'action',
  'topic_metrics',
  'listener',
  'gateway',
  'schema',
  'external_registry',
  'retained',
  'validation',
  'transformation',
  'auto_subscribe',
  'rewrite',
  'exhook',
  'source',
  'rule',
  'api_key',
  'dashboard_user',
  'delayed',
  'plugin',
] as const
export type MigrationKind = (typeof migrationKinds)[number]

/**
 * In a plan: `create`, `equal`, `differs` (skipped), `change` (differs and will be overwritten), `impossible`. In a run
 * also: `created`, `changed`, `failed`, `blocked` by a failed item, `cancelled` before its turn.
 */
export const migrationStates = [
  'create',
  'change',
  'differs',
  'equal',
  'impossible',
  'created',
  'changed',
  'failed',
  'blocked',
  'cancelled',
] as const
export type MigrationState = (typeof migrationStates)[number]

/** Reason of a problem. `detail` of the item is the message of the target, if any. */
export const migrationReasons = [
  /** The target rejected it. */
  'refused',
  /** The target does not support this kind or type. */
  'not_supported',
  /** The signed-in user has no permission on the target. */
  'not_allowed',
  'unreachable',
  /** A dependency is missing. */
  'needs',
  'secret_not_carried',
  'password_not_carried',
  'scram_not_carried',
  'hash_not_carried',
  'file_not_read',
  'delayed_not_carried',
  'plugin_not_carried',
  'in_memory_only',
  'own_to_machine',
  /** Only some of several objects failed. */
  'partly',
] as const
export type MigrationReason = (typeof migrationReasons)[number]

/** For items with several objects: users, rules, messages. */
export const MigrationCounts = response({
  total: count(),
  missing: count(),
  equal: count(),
  differs: count(),
  /** Cannot be migrated. */
  impossible: count(),
  failed: count(),
})
export type MigrationCounts = z.infer<typeof MigrationCounts>

export const MigrationItem = response({
  /** `connector/mqtt:up` */
  id: z.string(),
  kind: z.enum(migrationKinds),
  name: z.string(),
  state: z.enum(migrationStates),
  reason: z.enum(migrationReasons).nullable(),
  /** A message without secrets. */
  detail: z.string(),
  /** Paths at which both sides differ, never values. */
  differences: z.array(z.string()),
  counts: MigrationCounts.nullable(),
})
export type MigrationItem = z.infer<typeof MigrationItem>

export const MigrationTarget = response({ url: z.string(), version: z.string(), edition: z.string(), nodes: count() })
export type MigrationTarget = z.infer<typeof MigrationTarget>

export const MigrationPlan = response({ target: MigrationTarget, items: z.array(MigrationItem) })
export type MigrationPlan = z.infer<typeof MigrationPlan>

/** The running migration, or the last one since the start. */
export const MigrationStatus = response({
  state: z.enum(['none', 'running', 'done', 'cancelled', 'failed']),
  /** Why it stopped: the target is unreachable, or rejects the user. */
  error: z.string().nullable(),
  target: MigrationTarget.nullable(),
  /** RFC 3339. */
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  done: count(),
  total: count(),
  /** The current item, and how many of its objects are done. */
  current: response({ id: z.string(), done: count(), total: count() }).nullable(),
  items: z.array(MigrationItem),
})
export type MigrationStatus = z.infer<typeof MigrationStatus>

/**
 * The target and its credentials: a dashboard user of the target, or an API key. Kept only until the response or the
 * end of the run.
 */
export const MigrationRequest = body({
  url: string(),
  username: string().optional(),
  password: string().optional(),
  api_key: string().optional(),
  api_secret: string().optional(),
  /** PEM text of the CAs that sign the target's certificate. */
  ca: string().optional(),
  overwrite: withDefault(boolean(), false),
  /** Kinds to migrate, by default all. */
  only: stringList().optional(),
  /** IDs of items (`connector/mqtt:up`), by default all of the kinds. */
  items: stringList().optional(),
})
export type MigrationRequest = z.input<typeof MigrationRequest>

const tag = 'MQDeck'
const administrators = { tag, allows: 'administrators' } as const

/** Compares both sides and returns the plan. Nothing is created. */
export const planMigration = endpoint({
  method: 'POST',
  path: '/mqdeck/migration/plan',
  title: { en: 'Plan migration to another cluster', zh: '规划迁移到其他集群' },
  ...administrators,
  body: MigrationRequest,
  timeoutMs: 300_000,
  ok: { 200: MigrationPlan },
  errors: { 400: ['BAD_REQUEST'], 409: ['CONFLICT'], 503: ['SERVICE_UNAVAILABLE'] },
})

/** Creates missing objects on the target. Responds when the run has started. */
export const runMigration = endpoint({
  method: 'POST',
  path: '/mqdeck/migration/run',
  title: { en: 'Migrate to another cluster', zh: '迁移到其他集群' },
  ...administrators,
  body: MigrationRequest,
  ok: { 202: MigrationStatus },
  errors: { 400: ['BAD_REQUEST'], 409: ['CONFLICT'] },
})

export const getMigration = endpoint({
  method: 'GET',
  path: '/mqdeck/migration',
  ...administrators,
  ok: { 200: MigrationStatus },
})

/** Cancels the run after the current item. Created objects are kept. */
export const cancelMigration = endpoint({
  method: 'POST',
  path: '/mqdeck/migration/cancel',
  title: { en: 'Cancel migration to another cluster', zh: '取消迁移到其他集群' },
  ...administrators,
  ok: { 204: empty },
})

export const migrations = { getMigration, planMigration, runMigration, cancelMigration }
