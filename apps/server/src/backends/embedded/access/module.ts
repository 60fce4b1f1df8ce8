import { openBuiltInUsers, openScramUsers } from '@mqdeck/access'
import { authnUserTable, scramUserTable } from '../authentication/backup-tables.ts'
import { authenticationHandlers } from '../authentication/handlers.ts'
import { authenticationRoot } from '../authentication/service.ts'
import { authzRuleTable } from '../authorization/backup-table.ts'
import { authorizationHandlers, authorizationRuleHandlers } from '../authorization/handlers.ts'
import { accessRulesTasks } from '../authorization/migrate-rules.ts'
import { authorizationRoot } from '../authorization/service.ts'
import { bannedModule } from '../banned/module.ts'
import { exhookModule } from '../exhook/module.ts'
import { defineModule } from '../resource-module.ts'
import { accessMetrics } from './metrics.ts'
import { authenticationTasks, authorizationTasks } from './migration.ts'
import { createAccess } from './service.ts'

/** Authentication and authorization. */
export const accessModule = defineModule({
  name: 'access',
  needs: { bans: bannedModule, exhook: exhookModule },
  migration: {
    access: (source, secrets) => [
      ...authenticationTasks(source, secrets),
      ...authorizationTasks(source, secrets),
      ...accessRulesTasks(source),
    ],
  },
  create(context, { bans, exhook }) {
    const { configuration, store, folder } = context
    const access = createAccess(context, bans, exhook.exhooks.authorize)
    const { authentication, authorization } = access
    // The servers before may have decided differently.
    exhook.onChange(() => authorization.clearCache())
    const services = { ...context, ...access }
    return {
      provides: access,
      handlers: {
        ...authenticationHandlers(services),
        ...authorizationHandlers(services),
        ...authorizationRuleHandlers(services),
      },
      roots: {
        authentication: authenticationRoot(authentication, folder),
        authorization: authorizationRoot(authorization, folder),
      },
      backupTables: [
        authnUserTable(openBuiltInUsers(store)),
        scramUserTable(openScramUsers(store)),
        authzRuleTable(authorization.rules),
      ],
      metrics: { access: () => accessMetrics({ configuration, ...access, banned: () => bans.list().length }) },
      open: access.start,
      stop: access.unwatch,
      close: access.stop,
    }
  },
})
