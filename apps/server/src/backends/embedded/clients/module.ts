import { createClientTimeline } from '@mqdeck/observe'
import type { RootPlain } from '../../../broker-config/roots.ts'
import { defineModule } from '../resource-module.ts'
import { clientHandlers, clientTimelineHandlers, messageQueueHandlers } from './handlers.ts'

/** Clients with their sessions. */
export const clientsModule = defineModule({
  name: 'clients',
  create(context) {
    const { broker, configuration, clock } = context
    const clientTimeline = createClientTimeline({ hooks: broker.hooks, clock })
    const rememberSessions = ({ session_history_retain }: RootPlain<'broker'>) =>
      broker.rememberSessions(session_history_retain)
    rememberSessions(configuration.plain('broker'))
    return {
      handlers: {
        ...clientHandlers(context),
        ...messageQueueHandlers(context),
        ...clientTimelineHandlers(clientTimeline),
      },
      roots: {
        broker: { apply: rememberSessions },
        // Its struct rejects every change.
        durable_sessions: { apply: () => {} },
      },
      open: clientTimeline.start,
      close: clientTimeline.stop,
    }
  },
})
