import type { LogAttributes } from '@opentelemetry/api-logs'
import type { Resource } from '@opentelemetry/resources'
import type { ExportRun } from '../export-state.ts'
import { type ExporterConfig, exportTimeoutMs, withReports } from './exporter.ts'
import type { Sdk } from './sdk.ts'

/** An entry of the server log. */
export interface LogEntry {
  /** Milliseconds since the epoch. */
  readonly time: number
  /** Level with EMQX's name, such as `warning`. */
  readonly level: string
  readonly event: string
  /** Fields of limited size. */
  readonly fields: Readonly<Record<string, LogValue>>
}

/** JSON values. */
type LogValue = string | number | boolean | null | readonly LogValue[] | { readonly [key: string]: LogValue }

/** Subscribes to log entries of this level and above. Returns a function that unsubscribes. */
export type LogSource = (level: LogLevel, write: (entry: LogEntry) => void) => () => void
export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency' | 'all'

/** Severity numbers for Syslog levels: https://opentelemetry.io/docs/specs/otel/logs/data-model-appendix/ */
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

/** Maximum number of queued entries. */
const maxQueueLength = 2048
const maxBatchSize = 512

export interface LogsOptions {
  readonly exporter: ExporterConfig
  readonly resource: Resource
  readonly level: LogLevel
  /** Milliseconds between two exports. */
  readonly delay: number
  readonly source: LogSource
  readonly run: ExportRun
}

/** Exports the server log. Returns a function that stops it. */
export function startLogs(sdk: Sdk, { exporter, resource, level, delay, source, run }: LogsOptions) {
  let queued = 0
  const logExporter = withReports(
    sdk,
    new sdk.logExporter.OTLPLogExporter(exporter),
    run,
    (records: readonly unknown[]) => {
      queued -= records.length
    },
  )
  const processor = new sdk.logs.BatchLogRecordProcessor({
    exporter: logExporter,
    scheduledDelayMillis: delay,
    maxQueueSize: maxQueueLength,
    maxExportBatchSize: maxBatchSize,
    exportTimeoutMillis: exportTimeoutMs * 2,
  })
  const provider = new sdk.logs.LoggerProvider({ resource, processors: [processor] })
  const logger = provider.getLogger('mqdeck')
  const detach = source(level, ({ time, level: severityText, event, fields }) => {
    if (queued >= maxQueueLength) return run.onDrop(1)
    queued += 1
    const severityNumber = severities[severityText] ?? 0
    const attributes = fields as LogAttributes // safe: the SDK only reads it
    logger.emit({ timestamp: time, severityNumber, severityText, body: event, attributes })
  })
  return async () => {
    detach()
    await provider.shutdown()
  }
}
