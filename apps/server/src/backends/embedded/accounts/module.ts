import { defineModule } from '../resource-module.ts'
import { userTable } from './backup-table.ts'
import { mfaHandlers, userHandlers } from './handlers.ts'
import { dashboardUserTasks } from './migration.ts'
import { openAccounts } from './service.ts'

export const accountsModule = defineModule({
  name: 'accounts',
  migration: { accounts: dashboardUserTasks },
  async create(context) {
    const accounts = await openAccounts(context)
    return {
      provides: accounts,
      handlers: { ...userHandlers({ ...context, ...accounts }), ...mfaHandlers(accounts) },
      backupTables: [userTable(accounts.users, context.log)],
    }
  },
})
