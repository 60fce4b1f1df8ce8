import { isDeepStrictEqual } from 'node:util'
import type { Hooks } from '@mqdeck/broker'
import { type ExportState, messageOf } from '@mqdeck/contract'
import { type Clock, inOrder, type Log } from '@mqdeck/kit'
import { createExportStateTracker, type ExportStateTracker } from '../export-state.ts'
import { createMachine } from '../prometheus/machine.ts'
import type { MetricSource } from '../sources.ts'
import type { Stats } from '../stats/stats.ts'
import { toExporterConfig } from './exporter.ts'
import { type LogSource, startLogs } from './logs.ts'
import { startMetrics } from './metrics.ts'
import { loadSdk, type Sdk } from './sdk.ts'
import type { OpenTelemetrySettings } from './settings.ts'
import type { TraceLists } from './trace-lists.ts'
import { startTraces } from './traces.ts'

export interface OpenTelemetryOptions {
  readonly node: string
  readonly version: string
  readonly settings: OpenTelemetrySettings
  /** Implemented by the broker. */
  readonly source: MetricSource
  readonly stats: Pick<Stats, 'read'>
  readonly hooks: Hooks
  readonly lists: TraceLists
  readonly logSource: LogSource
  readonly clock: Clock
  readonly log: Log
}

/** Exports metrics, traces and logs to a collector (OTLP over gRPC). While disabled, the SDK is not loaded and messages are not affected. */
export interface OpenTelemetry {
  /** Does not throw. `failed` is called with the error if nothing can be exported. */
  start(failed?: (error: unknown) => void): void
  /** Sends queued data for a few seconds at most. */
  stop(): Promise<void>
  /**
   * Applies immediately. Signals with unchanged settings keep running.
   * @throws {ExporterTlsError} (rejects) if a TLS setting is invalid; nothing is changed then
   */
  update(settings: OpenTelemetrySettings): Promise<void>
  states(): Readonly<Record<Signal, ExportState>>
}

const signals = ['metrics', 'traces', 'logs'] as const
type Signal = (typeof signals)[number]

interface Running {
  /** The settings in use. */
  readonly settings: unknown
  readonly end: () => Promise<void>
}

/** Timeout for sending queued data when a signal is stopped, in milliseconds. */
const stopTimeoutMs = 3000

export function createOpenTelemetry(options: OpenTelemetryOptions): OpenTelemetry {
  const { clock, log } = options
  let settings = options.settings
  let isStarted = false
  const serially = inOrder()
  const running = new Map<Signal, Running>()
  const machine = createMachine()
  const trackers: Readonly<Record<Signal, ExportStateTracker>> = {
    metrics: createTracker('metrics'),
    traces: createTracker('traces'),
    logs: createTracker('logs'),
  }

  function createTracker(signal: Signal): ExportStateTracker {
    return createExportStateTracker({
      clock,
      log,
      events: {
        failed: 'opentelemetry_export_failed',
        recovered: 'opentelemetry_export_recovered',
        dropped: 'opentelemetry_queue_is_full',
      },
      logFields: () => ({ signal, endpoint: settings.exporter.endpoint }),
    })
  }

  const settingsOf = (signal: Signal) =>
    isStarted && settings[signal].enable ? { own: settings[signal], exporter: settings.exporter } : undefined

  async function apply(next: OpenTelemetrySettings): Promise<void> {
    const isAnyEnabled = isStarted && signals.some((signal) => next[signal].enable)
    const sdk = isAnyEnabled ? await loadSdk() : undefined
    // Validate before anything is changed.
    const exporter = sdk && (await toExporterConfig(sdk, next.exporter))
    settings = next
    const changed = signals.filter((signal) => !isDeepStrictEqual(running.get(signal)?.settings, settingsOf(signal)))
    const stopping = changed.map((signal) => stopSignal(signal))
    // An unreachable collector must not delay a change, so only the shutdown of the server waits.
    const allStopped = Promise.all(stopping)
    if (!isStarted) await allStopped
    if (!sdk || !exporter) return
    const resource = resourceOf(sdk)
    for (const signal of changed) {
      if (!settingsOf(signal)) continue
      running.set(signal, { settings: settingsOf(signal), end: startSignal(sdk, signal, { exporter, resource }) })
    }
  }

  function startSignal(
    sdk: Sdk,
    signal: Signal,
    target: Pick<Parameters<typeof startMetrics>[1], 'exporter' | 'resource'>,
  ) {
    const { source, stats, hooks, lists, logSource } = options
    const run = trackers[signal].begin()
    const { metrics, traces, logs } = settings
    if (signal === 'metrics')
      return startMetrics(sdk, { ...target, interval: metrics.interval, source, stats, machine, run })
    if (signal === 'traces') return startTraces(sdk, { ...target, settings: traces, hooks, lists, run })
    return startLogs(sdk, { ...target, level: logs.level, delay: logs.scheduled_delay, source: logSource, run })
  }

  async function stopSignal(signal: Signal): Promise<void> {
    const current = running.get(signal)
    if (!current) return
    running.delete(signal)
    trackers[signal].end()
    let cancel = () => {}
    const timeout = new Promise<void>((resolve) => {
      cancel = clock.after(stopTimeoutMs, resolve)
    })
    // Failures have been reported already.
    await Promise.race([current.end().catch(() => {}), timeout])
    cancel()
  }

  function resourceOf({ resources }: Sdk) {
    const own = resources.resourceFromAttributes({
      'service.name': 'mqdeck',
      'service.instance.id': options.node,
      'service.version': options.version,
    })
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
    const fromEnvironment = resources.detectResources({ detectors: [resources.envDetector] })
    return resources.defaultResource().merge(own).merge(fromEnvironment)
  }

  return {
    start(failed) {
      isStarted = true
      serially(() => apply(settings)).catch((error: unknown) => {
        log.error({ reason: messageOf(error) }, 'opentelemetry_not_started')
        failed?.(error)
      })
    },
    stop() {
      return serially(() => {
        isStarted = false
        return apply(settings)
      })
    },
    update: (next) => serially(() => apply(next)),
    states: () => ({ metrics: trackers.metrics.state(), traces: trackers.traces.state(), logs: trackers.logs.state() }),
  }
}
