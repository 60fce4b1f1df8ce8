import {
  cancelMigration,
  getMigration,
  type MigrationPlan,
  type MigrationRequest,
  type MigrationStatus,
  planMigration,
  runMigration,
} from '@mqdeck/contract'
import { defineChange, defineQuery } from '../../data/index.ts'

/** The last migration, or none. */
export const migrationQuery = defineQuery<undefined, MigrationStatus>({
  name: 'migration',
  load: (call, _, signal) => call(getMigration, { signal }),
})

/** The one that runs: asked of the server that does it, not of the cluster. */
export const progressQuery = defineQuery<undefined, MigrationStatus>({
  ...migrationQuery,
  name: 'migration-progress',
  poll: 1000,
})

export const planChange = defineChange<MigrationRequest, MigrationPlan>({
  apply: (call, body) => call(planMigration, { body }),
  invalidates: [],
})

export const runChange = defineChange<MigrationRequest, MigrationStatus>({
  apply: (call, body) => call(runMigration, { body }),
  invalidates: [migrationQuery, progressQuery],
})

export const cancelChange = defineChange<undefined, undefined>({
  apply: (call) => call(cancelMigration),
  invalidates: [progressQuery],
})
