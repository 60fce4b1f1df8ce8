import type { UserProperties } from '@mqdeck/broker'
import type { Attributes, Context, SpanContext } from '@opentelemetry/api'
import type { Sdk } from './sdk.ts'

/** A started span. */
export interface OpenSpan {
  /** Parent context of child spans. */
  readonly context: Context
  set(attributes: Attributes): void
  /** @param failure error message if it failed */
  end(failure?: string): void
}

/** Starts spans. Times are milliseconds since the epoch, with fractions. */
export interface Spans {
  now(): number
  begin(name: string, parent: Context, attributes: Attributes, startedAt?: number): OpenSpan
  /** Context of a new trace. */
  readonly root: Context
}

export type Tracer = ReturnType<InstanceType<Sdk['traces']['TracerProvider']>['getTracer']>

/** @param common attributes of every span */
export function createSpans({ api }: Sdk, tracer: Tracer, common: Attributes): Spans {
  const now = createPreciseTime()
  return {
    now,
    root: api.ROOT_CONTEXT,
    begin(name, parent, attributes, startedAt = now()) {
      const span = tracer.startSpan(name, { attributes: { ...common, ...attributes }, startTime: startedAt }, parent)
      return {
        context: api.trace.setSpan(parent, span),
        set: (more) => void span.setAttributes(more),
        end(failure) {
          if (failure !== undefined) span.setStatus({ code: api.SpanStatusCode.ERROR, message: failure })
          span.end(Math.max(now(), startedAt))
        },
      }
    },
  }
}

/** The trace context in the user properties of a packet (https://www.w3.org/TR/trace-context/). */
export function remoteSpan({ core }: Sdk, properties: UserProperties | undefined): SpanContext | undefined {
  const text = find(properties, 'traceparent')
  const parent = text === undefined ? null : core.parseTraceParent(text)
  if (!parent) return undefined
  const state = find(properties, 'tracestate')
  return { ...parent, isRemote: true, ...(state !== undefined && { traceState: new core.TraceState(state) }) }
}

const find = (properties: UserProperties = [], key: string) => properties.find(([name]) => name === key)?.[1]

/** Wall clock time with fractions of milliseconds. Resynchronized every second, since the wall clock may be set. */
function createPreciseTime(): () => number {
  let wallMs = Date.now()
  let monotonicMs = performance.now()
  return () => {
    const elapsed = performance.now() - monotonicMs
    if (elapsed < 1000) return wallMs + elapsed
    wallMs = Date.now()
    monotonicMs = performance.now()
    return wallMs
  }
}

/** Runs `work`, then calls `end` when it returns or its promise settles. */
export function withEnd<T>(work: () => T, end: (error?: unknown) => void): T {
  try {
    const result = work()
    if (result instanceof Promise) result.then(() => end(), end)
    else end()
    return result
  } catch (error) {
    end(error)
    throw error
  }
}
