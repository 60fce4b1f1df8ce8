import { readFileSync } from 'node:fs'
import protobuf from 'protobufjs'

/** Attributes as plain values. */
export type Values = Readonly<Record<string, unknown>>

export interface ReceivedSpan {
  readonly name: string
  /** Hexadecimal, as in `traceparent`. The parent ID of a root span is empty. */
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string
  readonly attributes: Values
  readonly resource: Values
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly endedAt: number
  /** Set if it failed. */
  readonly failure: string | undefined
}

export interface ReceivedMetric {
  readonly name: string
  readonly unit: string
  readonly kind: 'gauge' | 'counter'
  readonly value: number
  readonly resource: Values
}

export interface ReceivedLog {
  readonly body: unknown
  readonly severity: string
  readonly severityNumber: number
  readonly attributes: Values
  readonly resource: Values
  /** Milliseconds since the epoch. */
  readonly at: number
}

const { root } = protobuf.parse(readFileSync(new URL('otlp.proto', import.meta.url), 'utf8'), { keepCase: false })
const options = { longs: String, bytes: Buffer, defaults: true, arrays: true, oneofs: true } as const

/** Output of protobufjs according to otlp.proto. 64-bit numbers are texts. */
interface AnyValue {
  readonly value?: string
  readonly intValue?: string
  readonly arrayValue?: { readonly values: readonly AnyValue[] }
  readonly kvlistValue?: { readonly values: readonly KeyValue[] }
}

interface KeyValue {
  readonly key: string
  readonly value: AnyValue | null
}

interface WithAttributes {
  readonly attributes: readonly KeyValue[]
}

interface WireSpan extends WithAttributes {
  readonly name: string
  readonly traceId: Buffer
  readonly spanId: Buffer
  readonly parentSpanId: Buffer
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly status: { readonly code: number; readonly message: string } | null
}

interface WirePoints {
  readonly isMonotonic?: boolean
  readonly dataPoints: readonly { readonly asInt?: string; readonly asDouble?: number }[]
}

interface WireMetric {
  readonly name: string
  readonly unit: string
  readonly gauge?: WirePoints
  readonly sum?: WirePoints
}

interface WireLog extends WithAttributes {
  readonly body: AnyValue | null
  readonly severityText: string
  readonly severityNumber: number
  readonly timeUnixNano: string
}

interface Requests {
  readonly ExportTraceServiceRequest: {
    readonly resourceSpans: readonly {
      readonly resource: WithAttributes
      readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[]
    }[]
  }
  readonly ExportMetricsServiceRequest: {
    readonly resourceMetrics: readonly {
      readonly resource: WithAttributes
      readonly scopeMetrics: readonly { readonly metrics: readonly WireMetric[] }[]
    }[]
  }
  readonly ExportLogsServiceRequest: {
    readonly resourceLogs: readonly {
      readonly resource: WithAttributes
      readonly scopeLogs: readonly { readonly logRecords: readonly WireLog[] }[]
    }[]
  }
}

function decode<T extends keyof Requests>(type: T, bytes: Buffer): Requests[T] {
  const message = root.lookupType(type)
  return message.toObject(message.decode(bytes), options) as Requests[T] // according to otlp.proto
}

export const decodeSpans = (bytes: Buffer): readonly ReceivedSpan[] =>
  decode('ExportTraceServiceRequest', bytes).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans.map((span) => toSpan(span, toValues(resource.attributes)))),
  )

const toSpan = (span: WireSpan, resource: Values): ReceivedSpan => ({
  name: span.name,
  traceId: span.traceId.toString('hex'),
  spanId: span.spanId.toString('hex'),
  parentId: span.parentSpanId.toString('hex'),
  attributes: toValues(span.attributes),
  resource,
  startedAt: toMs(span.startTimeUnixNano),
  endedAt: toMs(span.endTimeUnixNano),
  failure: span.status?.code === 2 ? span.status.message : undefined,
})

export const decodeMetrics = (bytes: Buffer): readonly ReceivedMetric[] =>
  decode('ExportMetricsServiceRequest', bytes).resourceMetrics.flatMap(({ resource, scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) => metrics.flatMap((metric) => toPoints(metric, toValues(resource.attributes)))),
  )

const toPoints = ({ name, unit, gauge, sum }: WireMetric, resource: Values): readonly ReceivedMetric[] =>
  ((sum ?? gauge)?.dataPoints ?? []).map(({ asInt, asDouble }) => ({
    name,
    unit,
    kind: sum?.isMonotonic === true ? 'counter' : 'gauge',
    value: Number(asInt ?? asDouble),
    resource,
  }))

export const decodeLogs = (bytes: Buffer): readonly ReceivedLog[] =>
  decode('ExportLogsServiceRequest', bytes).resourceLogs.flatMap(({ resource, scopeLogs }) =>
    scopeLogs.flatMap(({ logRecords }) =>
      logRecords.map((record) => ({
        body: toValue(record.body),
        severity: record.severityText,
        severityNumber: record.severityNumber,
        attributes: toValues(record.attributes),
        resource: toValues(resource.attributes),
        at: toMs(record.timeUnixNano),
      })),
    ),
  )

const toMs = (nanoseconds: string) => Number(BigInt(nanoseconds) / 1000n) / 1000

const toValues = (attributes: readonly KeyValue[]): Values =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, toValue(value)]))

function toValue(any: AnyValue | null): unknown {
  if (!any) return null
  if (any.intValue !== undefined) return Number(any.intValue)
  if (any.arrayValue) return any.arrayValue.values.map(toValue)
  if (any.kvlistValue) return toValues(any.kvlistValue.values)
  return any.value === undefined ? null : Reflect.get(any, any.value)
}
