import { isRecord } from '@mqdeck/contract'
import { valueAt } from '../../../broker-config/trees.ts'
import type { BrokerContext } from '../broker-context.ts'
import { defineModule } from '../resource-module.ts'
import { applyZones } from '../zones/service.ts'
import { listenerHandlers } from './handlers.ts'
import { listenerTasks } from './migration.ts'
import { listenersRoot } from './service.ts'

/**
 * Milliseconds between two checks. The alarm of a listener stays active for at most this time after its cause is gone.
 */
const watchInterval = 1000

export const listenersModule = defineModule({
  name: 'listeners',
  migration: { listeners: listenerTasks },
  create(context) {
    const { broker, folder, settings, failures, clock } = context
    let stopWatching = () => {}
    return {
      handlers: listenerHandlers(context),
      roots: { listeners: listenersRoot(broker, { folder, bind: settings.bind }, (view) => applyZones(broker, view)) },
      start() {
        stopWatching = clock.every(watchInterval, () => failures.resolve(isInOrder(context)))
      },
      stop: () => stopWatching(),
    }
  },
})

/** Whether a part that could not start is running, or has been disabled by a restore and is enabled again. */
function isInOrder({ broker, configuration }: BrokerContext): (part: string) => boolean {
  const isRunning = (part: string) => {
    if (!part.startsWith('listener:')) return false
    const listener = broker.listeners().find(({ id }) => `listener:${id}` === part)
    return !listener?.enable || listener.running
  }
  const isEnabledAgain = (part: string) => {
    const [root = '', ...path] = part.split('.')
    if ((root !== 'listeners' && root !== 'gateway') || part.includes(':')) return false
    const listener = valueAt(configuration.get(root), path)
    return !isRecord(listener) || listener.enable === true
  }
  return (part) => isRunning(part) || isEnabledAgain(part)
}
