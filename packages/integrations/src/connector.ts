import { createResource, type Resource, type ResourceType } from '@mqdeck/kit'
import type { IntegrationState } from './integrations.ts'
import type { ConnectorSettings } from './plain.ts'
import type { IntegrationContext } from './port.ts'
import { type Redact, reasonOf } from './reason.ts'

/** An enabled or disabled connector. */
export interface ConnectorInstance {
  readonly id: string
  readonly settings: ConnectorSettings
  readonly redact: Redact
  readonly resource: Resource<unknown>
  readonly state: () => IntegrationState
  readonly onChange: (listener: () => void) => () => void
  /** Starts the connector, unless it is disabled or must be started manually. */
  readonly begin: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface ConnectorOptions {
  readonly id: string
  readonly settings: ConnectorSettings
  readonly type: ResourceType<unknown>
  readonly context: IntegrationContext
  readonly redact: Redact
}

export function createConnector({ id, settings, type, context, redact }: ConnectorOptions): ConnectorInstance {
  const { log, clock } = context
  const {
    health_check_interval: healthInterval,
    start_timeout: startTimeout,
    start_after_created,
  } = settings.resource_opts
  const resource = createResource(type, {
    clock,
    healthInterval,
    startTimeout,
    timeout: maxAttemptMs(settings),
  })
  resource.onChange(({ status, reason }) => {
    if (status === 'disconnected')
      log.warn({ connector: id, reason: reasonOf(reason, redact) }, 'connector_disconnected')
    else log.info({ connector: id }, `connector_${status}`)
  })
  return {
    id,
    settings,
    redact,
    resource,
    state() {
      const { status, reason, since } = resource.state()
      return { status, reason: reason === undefined ? '' : reasonOf(reason, redact), since }
    },
    onChange: resource.onChange,
    async begin() {
      if (settings.enable && start_after_created) await resource.start()
    },
    stop: resource.stop,
  }
}

/** Maximum duration of a connection attempt in milliseconds. */
export function maxAttemptMs({ resource_opts, connect_timeout }: ConnectorSettings): number {
  const own = typeof connect_timeout === 'number' ? connect_timeout : 0
  return Math.max(own, resource_opts.start_timeout)
}

/** For invalid settings at the start of the process: a system that is always disconnected with this error. */
export const unusableType = (error: unknown): ResourceType<unknown> => ({
  connect: async () => {
    throw error
  },
  check: async () => {},
  close: async () => {},
})
