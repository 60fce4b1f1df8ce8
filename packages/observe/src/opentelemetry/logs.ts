import type { LogAttributes } from '@opentelemetry/api-logs'
import type { Resource } from '@opentelemetry/resources'
import type { ExportRun } from '../export-state.ts'
import { type ExporterConfig, exportPatience, watched } from './exporter.ts'
import type { Sdk } from './sdk.ts'

/** One entry of the server's log. */
export interface LogEntry {
  /** Milliseconds since the epoch. */
  readonly time: number
  /** EMQX's levels: `warning`. */
  readonly level: string
  readonly event: string
  /** Of bounded size. */
  readonly fields: Readonly<Record<string, LogValue>>
}

/** What JSON can hold. */
type LogValue = string | number | boolean | null | readonly LogValue[] | { readonly [key: string]: LogValue }

/** Where entries come from: `write` gets those of this level and above until the answer is called. */
export type LogSource = (level: LogLevel, write: (entry: LogEntry) => void) => () => void
export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency' | 'all'

/** https://opentelemetry.io/docs/specs/otel/logs/data-model-appendix/, of Syslog. */
const severities: Readonly<Record<string, number>> = {
  debug: 5,
  info: 9,
  notice: 10,
  warning: 13,
  error: 17,
  critical: 18,
  alert: 19,
  emergency: 21,
}

/** Entries that may wait for the collector. */
const longestQueue = 2048
const largestBatch = 512

export interface LogsOptions {
  readonly exporter: ExporterConfig
  readonly resource: Resource
  readonly level: LogLevel
  /** Milliseconds between two exports. */
  readonly delay: number
  readonly source: LogSource
  readonly run: ExportRun
}

/** The server's log. The answer ends it. */
export function startLogs(sdk: Sdk, { exporter, resource, level, delay, source, run }: LogsOptions) {
  let waiting = 0
  const outlet = watched(sdk, new sdk.logExporter.OTLPLogExporter(exporter), run, (records: readonly unknown[]) => {
    waiting -= records.length
  })
  const processor = new sdk.logs.BatchLogRecordProcessor({
    exporter: outlet,
    scheduledDelayMillis: delay,
    maxQueueSize: longestQueue,
    maxExportBatchSize: largestBatch,
    exportTimeoutMillis: exportPatience * 2,
  })
  const provider = new sdk.logs.LoggerProvider({ resource, processors: [processor] })
  const logger = provider.getLogger('mqdeck')
  const detach = source(level, ({ time, level: severityText, event, fields }) => {
    if (waiting >= longestQueue) return run.dropped(1)
    waiting += 1
    const severityNumber = severities[severityText] ?? 0
    const attributes = fields as LogAttributes // which the SDK only reads
    logger.emit({ timestamp: time, severityNumber, severityText, body: event, attributes })
  })
  return async () => {
    detach()
    await provider.shutdown()
  }
}
