import { createRequestCounters, type RequestCounters, type RequestMetrics } from '@mqdeck/kit'
import { createChannel } from './channel.ts'
import type { ConnectorInstance } from './connector.ts'
import type { IntegrationState } from './integrations.ts'
import type { SourceSettings } from './plain.ts'
import type { Data, IntegrationContext, SourceRuntime } from './port.ts'

export interface SourceOptions {
  readonly id: string
  readonly settings: SourceSettings
  readonly context: IntegrationContext
  readonly counters?: RequestCounters
  readonly onChange: (state: IntegrationState) => void
  readonly onMessage: (message: Data) => Promise<void> | void
}

/** An enabled or disabled source. */
export interface SourceInstance {
  readonly id: string
  readonly settings: SourceSettings
  readonly counters: RequestCounters
  readonly state: () => IntegrationState
  readonly metrics: () => RequestMetrics
  readonly attach: (connector: ConnectorInstance | undefined, runtime: SourceRuntime | undefined) => Promise<void>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

export function createSource(options: SourceOptions): SourceInstance {
  const { id, settings, context } = options
  const counters = options.counters ?? createRequestCounters(context.clock)
  let runtime: SourceRuntime | undefined
  let end: (() => Promise<void>) | undefined

  const channel = createChannel({
    clock: context.clock,
    healthInterval: settings.resource_opts.health_check_interval,
    onChange: options.onChange,
    work: {
      async begin(connection, signal) {
        if (!runtime) return
        const stop = await runtime.start(connection, receive)
        if (signal.aborted) return stop()
        end = stop
      },
      async check(connection, signal) {
        await runtime?.check?.(connection, signal)
      },
      async end(isLost) {
        const stop = end
        end = undefined
        const ended = stop?.().catch((error: unknown) => {
          context.log.debug({ source: id, reason: String(error) }, 'source_end_failed')
        })
        // A lost connection is not worth waiting for.
        if (!isLost) await ended
      },
    },
  })

  return {
    id,
    settings,
    counters,
    state: channel.state,
    metrics: () => counters.read({ queuing: 0, queuing_bytes: 0, inflight: 0 }),
    async attach(connector, next) {
      await channel.attach(undefined)
      runtime = next
      await channel.attach(connector)
    },
    start: channel.start,
    stop: channel.stop,
  }

  function receive(message: Data): Promise<void> | void {
    counters.count('received')
    return options.onMessage(message)
  }
}
