import { defineModule } from '../resource-module.ts'
import { pluginHandlers } from './handlers.ts'
import { pluginTasks } from './migration.ts'
import { createPluginService } from './service.ts'

export const pluginsModule = defineModule({
  name: 'plugins',
  migration: { accounts: pluginTasks },
  create(context) {
    const service = createPluginService(context)
    return {
      provides: service,
      handlers: pluginHandlers({ ...context, ...service }),
      metrics: { plugins: service.plugins.metrics },
      open: service.start,
      close: service.stop,
    }
  },
})
