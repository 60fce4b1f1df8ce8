import {
  cancelMigration,
  getMigration,
  type MigrationPlan,
  type MigrationRequest,
  type MigrationStatus,
  planMigration,
  runMigration,
} from '@mqdeck/contract'
import { defineChange, defineQuery } from '../../api/index.ts'

/** The last migration, if any. */
export const migrationQuery = defineQuery<undefined, MigrationStatus>({
  name: 'migration',
  load: (call, _, signal) => call(getMigration, { signal }),
})

/** Progress of the running migration. Requested from the server of this page, not from the cluster. */
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
