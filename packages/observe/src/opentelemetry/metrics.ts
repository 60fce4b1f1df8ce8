import type { Resource } from '@opentelemetry/resources'
import type { ExportRun } from '../export-state.ts'
import type { Machine } from '../prometheus/machine.ts'
import type { MetricSource } from '../sources.ts'
import type { Stats } from '../stats/stats.ts'
import { type ExporterConfig, exportTimeoutMs, withReports } from './exporter.ts'
import type { Sdk } from './sdk.ts'

export interface MetricsOptions {
  readonly exporter: ExporterConfig
  readonly resource: Resource
  /** Milliseconds between two exports. */
  readonly interval: number
  readonly source: MetricSource
  readonly stats: Pick<Stats, 'read'>
  readonly machine: () => Machine
  readonly run: ExportRun
}

/** Counters that EMQX exports with another name than in `/metrics`. */
const exportedNames: Readonly<Record<string, string>> = {
  'packets.connect.received': 'packets.connect',
  'messages.dropped.await_pubrel_timeout': 'messages.dropped.expired',
}

/** Exports counters and gauges with EMQX's names (`messages.received`, `connections.count`, `cpu.use`). Returns a function that stops it. */
export function startMetrics(sdk: Sdk, options: MetricsOptions): () => Promise<void> {
  const { exporter, resource, interval, run } = options
  const timeout = Math.min(interval, exportTimeoutMs)
  const reader = new sdk.metrics.PeriodicExportingMetricReader({
    exporter: withReports(sdk, new sdk.metricExporter.OTLPMetricExporter({ ...exporter, timeoutMillis: timeout }), run),
    exportIntervalMillis: interval,
    exportTimeoutMillis: timeout,
  })
  const provider = new sdk.metrics.MeterProvider({ resource, readers: [reader] })
  const meter = provider.getMeter('mqdeck')
  const observeAll = (
    values: () => Readonly<Record<string, number>>,
    create: (name: string) => ReturnType<typeof meter.createObservableGauge>,
  ) => {
    const instruments = Object.keys(values()).map((name) => [name, create(name)] as const)
    meter.addBatchObservableCallback(
      (result) => {
        const now = values()
        for (const [name, instrument] of instruments) result.observe(instrument, now[name] ?? 0)
      },
      instruments.map(([, instrument]) => instrument),
    )
  }
  observeAll(
    () => options.source.metrics,
    (name) => {
      const unit = name.startsWith('bytes.') ? 'By' : '1'
      return meter.createObservableCounter(exportedNames[name] ?? name, { unit })
    },
  )
  observeAll(
    () => ({ ...options.stats.read(), ...toGauges(options.machine()) }),
    (name) => meter.createObservableGauge(name, { unit: name.endsWith('.memory') ? 'By' : '1' }),
  )
  return () => provider.shutdown()
}

/** Gauges of the machine, and the node counts of a single-node cluster. */
const toGauges = ({ cpuUse, cpuIdle, totalMemory, usedMemory }: Machine) => ({
  'cpu.use': cpuUse,
  'cpu.idle': cpuIdle,
  'total.memory': totalMemory,
  'used.memory': usedMemory,
  'node.running': 1,
  'node.stopped': 0,
})
