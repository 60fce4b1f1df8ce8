import { isDeepStrictEqual } from 'node:util'
import type { Hooks } from '@mqdeck/broker'
import type { ExportState } from '@mqdeck/contract'
import { type Clock, inOrder, type Log } from '@mqdeck/kit'
import { createExportWatch, type ExportWatch } from '../export-state.ts'
import { createMachine } from '../prometheus/machine.ts'
import type { MetricSource } from '../sources.ts'
import type { Stats } from '../stats/stats.ts'
import { messageOf, toExporterConfig } from './exporter.ts'
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
  /** The broker fits it. */
  readonly source: MetricSource
  readonly stats: Pick<Stats, 'read'>
  readonly hooks: Hooks
  readonly lists: TraceLists
  readonly logSource: LogSource
  readonly clock: Clock
  readonly log: Log
}

/** Metrics, traces and the log for a collector (OTLP over gRPC). Off, nothing of it is loaded or on the way of messages. */
export interface OpenTelemetry {
  /** Never rejects: `failed` receives why nothing is exported. */
  start(failed?: (error: unknown) => void): void
  /** Sends what waits, for as long as that takes a few seconds at most. */
  stop(): Promise<void>
  /**
   * In force at once; what stays as it is goes on.
   * @throws {ExporterTlsError} (rejects) when a setting of TLS cannot be used; all is as before then
   */
  update(settings: OpenTelemetrySettings): Promise<void>
  states(): Readonly<Record<Signal, ExportState>>
}

const signals = ['metrics', 'traces', 'logs'] as const
type Signal = (typeof signals)[number]

interface Running {
  /** The settings it runs with. */
  readonly by: unknown
  readonly end: () => Promise<void>
}

/** Milliseconds that sending what waits may take at an end. */
const longestEnd = 3000

export function createOpenTelemetry(options: OpenTelemetryOptions): OpenTelemetry {
  const { clock, log } = options
  let settings = options.settings
  let isStarted = false
  const serially = inOrder()
  const running = new Map<Signal, Running>()
  const machine = createMachine()
  const watches: Readonly<Record<Signal, ExportWatch>> = {
    metrics: watchOf('metrics'),
    traces: watchOf('traces'),
    logs: watchOf('logs'),
  }

  function watchOf(signal: Signal): ExportWatch {
    return createExportWatch({
      clock,
      log,
      events: {
        failed: 'opentelemetry_export_failed',
        recovered: 'opentelemetry_export_recovered',
        dropped: 'opentelemetry_queue_is_full',
      },
      about: () => ({ signal, endpoint: settings.exporter.endpoint }),
    })
  }

  const wantedBy = (signal: Signal) =>
    isStarted && settings[signal].enable ? { own: settings[signal], exporter: settings.exporter } : undefined

  async function apply(next: OpenTelemetrySettings): Promise<void> {
    const isAnyOn = isStarted && signals.some((signal) => next[signal].enable)
    const sdk = isAnyOn ? await loadSdk() : undefined
    // Refused before anything is touched.
    const exporter = sdk && (await toExporterConfig(sdk, next.exporter))
    settings = next
    const changed = signals.filter((signal) => !isDeepStrictEqual(running.get(signal)?.by, wantedBy(signal)))
    const ends = changed.map((signal) => end(signal))
    // A collector that is gone must not hold up a change; only the end of the server waits for it.
    const isOver = Promise.all(ends)
    if (!isStarted) await isOver
    if (!sdk || !exporter) return
    const resource = resourceOf(sdk)
    for (const signal of changed) {
      if (!wantedBy(signal)) continue
      running.set(signal, { by: wantedBy(signal), end: begin(sdk, signal, { exporter, resource }) })
    }
  }

  function begin(sdk: Sdk, signal: Signal, to: Pick<Parameters<typeof startMetrics>[1], 'exporter' | 'resource'>) {
    const { source, stats, hooks, lists, logSource } = options
    const run = watches[signal].begin()
    const { metrics, traces, logs } = settings
    if (signal === 'metrics')
      return startMetrics(sdk, { ...to, interval: metrics.interval, source, stats, machine, run })
    if (signal === 'traces') return startTraces(sdk, { ...to, settings: traces, hooks, lists, run })
    return startLogs(sdk, { ...to, level: logs.level, delay: logs.scheduled_delay, source: logSource, run })
  }

  async function end(signal: Signal): Promise<void> {
    const one = running.get(signal)
    if (!one) return
    running.delete(signal)
    watches[signal].end()
    let cancel = () => {}
    const patience = new Promise<void>((resolve) => {
      cancel = clock.after(longestEnd, resolve)
    })
    // What failed was told already.
    await Promise.race([one.end().catch(() => {}), patience])
    cancel()
  }

  function resourceOf({ resources }: Sdk) {
    const own = resources.resourceFromAttributes({
      'service.name': 'mqdeck',
      'service.instance.id': options.node,
      'service.version': options.version,
    })
    // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES say more, as everywhere.
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
    states: () => ({ metrics: watches.metrics.state(), traces: watches.traces.state(), logs: watches.logs.state() }),
  }
}
