import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { answer, body, boolean, count, string, stringList, withDefault } from '../fields/index.ts'

/** What is carried to another cluster, in the order in which it is made there. */
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
  'retained',
  'auto_subscribe',
  'rewrite',
  'source',
  'rule',
  'api_key',
  'dashboard_user',
  'delayed',
] as const
export type MigrationKind = (typeof migrationKinds)[number]

/**
 * Of a plan: `create`; `equal`; `differs`, which is left alone; `change`: differs and is going to be overwritten; `impossible`.
 * Of a run, beside those that were left alone: `created`, `changed`, `failed`, `blocked` by something that failed, `cancelled`
 * before its turn came.
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

/** Why something is not as it should; `detail` of the item is the target's own message where it has one. */
export const migrationReasons = [
  /** The target refused it. */
  'refused',
  /** The target has nothing of this kind, or does not know this type. */
  'not_supported',
  /** The target does not let the one who signed in do this. */
  'not_allowed',
  'unreachable',
  /** Something that it is built on is not there. */
  'needs',
  'secret_not_carried',
  'password_not_carried',
  'scram_not_carried',
  'hash_not_carried',
  'file_not_read',
  'delayed_not_carried',
  'in_memory_only',
  'own_to_machine',
  /** Some of many. */
  'partly',
] as const
export type MigrationReason = (typeof migrationReasons)[number]

/** Of many things in one item: users, rules, messages. */
export const MigrationCounts = answer({
  total: count(),
  missing: count(),
  equal: count(),
  differs: count(),
  /** Cannot be carried. */
  impossible: count(),
  failed: count(),
})
export type MigrationCounts = z.infer<typeof MigrationCounts>

export const MigrationItem = answer({
  /** `connector/mqtt:up` */
  id: z.string(),
  kind: z.enum(migrationKinds),
  name: z.string(),
  state: z.enum(migrationStates),
  reason: z.enum(migrationReasons).nullable(),
  /** A sentence for a person, without any secret. */
  detail: z.string(),
  /** Paths at which the two sides differ, never values. */
  differences: z.array(z.string()),
  counts: MigrationCounts.nullable(),
})
export type MigrationItem = z.infer<typeof MigrationItem>

export const MigrationTarget = answer({ url: z.string(), version: z.string(), edition: z.string(), nodes: count() })
export type MigrationTarget = z.infer<typeof MigrationTarget>

export const MigrationPlan = answer({ target: MigrationTarget, items: z.array(MigrationItem) })
export type MigrationPlan = z.infer<typeof MigrationPlan>

/** The migration that runs, or the last one since the start. */
export const MigrationStatus = answer({
  state: z.enum(['none', 'running', 'done', 'cancelled', 'failed']),
  /** What ended it: the target cannot be reached, or does not know who signs in. */
  error: z.string().nullable(),
  target: MigrationTarget.nullable(),
  /** RFC 3339. */
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  done: count(),
  total: count(),
  /** The item that is being made, and how many of its things are. */
  current: answer({ id: z.string(), done: count(), total: count() }).nullable(),
  items: z.array(MigrationItem),
})
export type MigrationStatus = z.infer<typeof MigrationStatus>

/** Where to and as whom: a user of the target's dashboard, or an API key. Kept only until the answer or the end of the run. */
export const MigrationRequest = body({
  url: string(),
  username: string().optional(),
  password: string().optional(),
  api_key: string().optional(),
  api_secret: string().optional(),
  /** PEM text of the authorities that sign the target's certificate. */
  ca: string().optional(),
  overwrite: withDefault(boolean(), false),
  /** Kinds; all of them when it is left out. */
  only: stringList().optional(),
  /** Ids of items (`connector/mqtt:up`); all of the kinds when it is left out. */
  items: stringList().optional(),
})
export type MigrationRequest = z.input<typeof MigrationRequest>

const tag = 'MQDeck'
const administrators = { tag, allows: 'administrators' } as const

/** Reads both sides and says what would be done. Nothing is made. */
export const planMigration = endpoint({
  method: 'POST',
  path: '/mqdeck/migration/plan',
  ...administrators,
  body: MigrationRequest,
  answerWithin: 300_000,
  ok: { 200: MigrationPlan },
  errors: { 400: ['BAD_REQUEST'], 409: ['CONFLICT'], 503: ['SERVICE_UNAVAILABLE'] },
})

/** Makes there what is missing; answers when it has begun. */
export const runMigration = endpoint({
  method: 'POST',
  path: '/mqdeck/migration/run',
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

/** What is being made is finished; what was made stays. */
export const cancelMigration = endpoint({
  method: 'POST',
  path: '/mqdeck/migration/cancel',
  ...administrators,
  ok: { 204: empty },
})

export const migrations = { getMigration, planMigration, runMigration, cancelMigration }
