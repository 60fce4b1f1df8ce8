import type { Integrations } from '@mqdeck/integrations'
import type { IntegrationKind } from '@mqdeck/integrations/catalog'
import type { AlarmPort } from '@mqdeck/observe'
import type { View } from '../../../broker-config/configuration.ts'
import { parseId, type ResourceId, rootOf, settingsOf, toId } from './draft.ts'

export interface ResourceAlarms {
  /** Call after a change of the configuration is active: members may be deleted, or be down from the start. */
  readonly onSettled: () => void
  readonly stop: () => void
}

/**
 * Raises `resource_down` while an enabled connector, action or source does not work. Members of a connector that is
 * down raise no alarm, so that one cause raises one alarm.
 */
export function watchResources(
  integrations: Integrations,
  alarms: AlarmPort,
  configuration: Pick<View, 'get'>,
): ResourceAlarms {
  /** Names of the active alarms by part and ID. */
  const activeNames = new Map<string, string>()

  function update(part: IntegrationKind, id: ResourceId): void {
    const key = `${part}:${toId(id)}`
    const settings = settingsOf(configuration, part, id)
    const connector = { type: id.type, name: String(settings?.connector) }
    const state = integrations.state(part, toId(id))
    const isDown = settings?.enable === true && state?.status === 'disconnected'
    if (isDown && (part === 'connector' || isConnected(connector))) {
      const name = part === 'connector' ? key : `${key}:connector:${toId(connector)}`
      activeNames.set(key, name)
      alarms.activate(name, { reason: 'resource_down', resource_id: name }, `resource down: ${state.reason}`)
      return
    }
    const name = activeNames.get(key)
    if (name === undefined) return
    activeNames.delete(key)
    alarms.deactivate(name)
  }

  const isConnected = (connector: ResourceId) =>
    integrations.state('connector', toId(connector))?.status === 'connected'

  const stop = integrations.onStateChange((part, id) => update(part, parseId(part, id)))
  return {
    stop,
    onSettled() {
      for (const part of ['connector', 'action', 'source'] as const) {
        for (const [type, named] of Object.entries(configuration.get(rootOf[part])))
          for (const name of Object.keys(named ?? {})) update(part, { type, name })
      }
      for (const key of [...activeNames.keys()]) {
        const [part = '', ...id] = key.split(':')
        if (part === 'connector' || part === 'action' || part === 'source') update(part, parseId(part, id.join(':')))
      }
    },
  }
}
