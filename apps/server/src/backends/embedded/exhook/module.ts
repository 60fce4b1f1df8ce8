import { defineModule } from '../resource-module.ts'
import { exhookHandlers } from './handlers.ts'
import { exhookTasks } from './migration.ts'
import { createExHookService } from './service.ts'

export const exhookModule = defineModule({
  name: 'exhook',
  migration: { processing: exhookTasks },
  create(context) {
    const service = createExHookService(context)
    return {
      provides: service,
      handlers: exhookHandlers({ ...context, ...service }),
      roots: { exhook: service.root },
      open: service.start,
      close: service.stop,
    }
  },
})
