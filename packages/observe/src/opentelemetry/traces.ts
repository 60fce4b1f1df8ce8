import type { Hooks } from '@mqdeck/broker'
import type { Resource } from '@opentelemetry/resources'
import type { ReadableSpan, SpanProcessor } from '@opentelemetry/sdk-trace'
import type { ExportRun } from '../export-state.ts'
import { traceEndToEnd } from './e2e/trace-end-to-end.ts'
import { type ExporterConfig, exportTimeoutMs, withReports } from './exporter.ts'
import type { Sdk } from './sdk.ts'
import type { TraceSettings } from './settings.ts'
import { createSpans } from './spans.ts'
import type { TraceLists } from './trace-lists.ts'
import { traceMessages } from './trace-messages.ts'

export interface SpanExportOptions {
  readonly exporter: ExporterConfig
  readonly resource: Resource
  readonly settings: TraceSettings
  readonly hooks: Hooks
  readonly lists: TraceLists
  readonly run: ExportRun
}

/** Exports spans of the broker in one of EMQX's two modes. Returns a function that stops it. */
export function startTraces(sdk: Sdk, { exporter, resource, settings, hooks, lists, run }: SpanExportOptions) {
  const processor = createProcessor(sdk, exporter, settings, run)
  const provider = new sdk.traces.TracerProvider({
    resource,
    // Sampling is decided before a span is started.
    sampler: new sdk.traces.AlwaysOnSampler(),
    spanLimits: { attributeValueLengthLimit: 4096 },
    spanProcessors: [processor],
  })
  const { trace_mode, trace_all, e2e_tracing_options: options } = settings.filter
  const common = trace_mode === 'e2e' ? { 'cluster.id': options.cluster_identifier } : {}
  const spans = createSpans(sdk, provider.getTracer('mqdeck'), common)
  const stop =
    trace_mode === 'e2e'
      ? traceEndToEnd(sdk, spans, hooks, options, lists)
      : traceMessages(sdk, spans, hooks, trace_all)
  return async () => {
    stop()
    await provider.shutdown()
  }
}

const maxBatchSize = 512

/** Limits queued and pending spans to `max_queue_size` and counts drops, which the SDK's processor does not report. */
function createProcessor(sdk: Sdk, exporter: ExporterConfig, settings: TraceSettings, run: ExportRun): SpanProcessor {
  const { max_queue_size: maxQueueSize, scheduled_delay } = settings
  let queued = 0
  const batches = new sdk.traces.BatchSpanProcessor({
    exporter: withReports(sdk, new sdk.traceExporter.OTLPTraceExporter(exporter), run, (spans: readonly unknown[]) => {
      queued -= spans.length
    }),
    maxQueueSize,
    maxExportBatchSize: Math.min(maxQueueSize, maxBatchSize),
    scheduledDelayMillis: scheduled_delay,
    exportTimeoutMillis: exportTimeoutMs * 2,
  })
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span: ReadableSpan) {
      if (queued >= maxQueueSize) return run.onDrop(1)
      queued += 1
      batches.onEnd(span)
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}
