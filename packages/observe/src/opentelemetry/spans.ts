import type { UserProperties } from '@mqdeck/broker'
import type { Attributes, Context, SpanContext } from '@opentelemetry/api'
import type { Sdk } from './sdk.ts'

/** A span that has begun. */
export interface OpenSpan {
  /** For those below it. */
  readonly context: Context
  set(attributes: Attributes): void
  /** @param failure why it failed */
  end(failure?: string): void
}

/** Begins spans. Times are milliseconds since the epoch, with fractions. */
export interface Spans {
  now(): number
  begin(name: string, parent: Context, attributes: Attributes, startedAt?: number): OpenSpan
  /** Where a trace begins. */
  readonly root: Context
}

export type Tracer = ReturnType<InstanceType<Sdk['traces']['TracerProvider']>['getTracer']>

/** @param common stands in every span */
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

/** The trace that a packet names in its user properties (https://www.w3.org/TR/trace-context/). */
export function remoteSpan({ core }: Sdk, properties: UserProperties | undefined): SpanContext | undefined {
  const text = find(properties, 'traceparent')
  const parent = text === undefined ? null : core.parseTraceParent(text)
  if (!parent) return undefined
  const state = find(properties, 'tracestate')
  return { ...parent, isRemote: true, ...(state !== undefined && { traceState: new core.TraceState(state) }) }
}

const find = (properties: UserProperties = [], wanted: string) => properties.find(([name]) => name === wanted)?.[1]

/** Wall clock time finer than a millisecond. Looks at the wall clock from time to time, which may be set meanwhile. */
function createPreciseTime(): () => number {
  let wall = Date.now()
  let mono = performance.now()
  return () => {
    const elapsed = performance.now() - mono
    if (elapsed < 1000) return wall + elapsed
    wall = Date.now()
    mono = performance.now()
    return wall
  }
}

/** Runs `work`, and `end` when it is done: at once, or when its promise settles. */
export function ending<T>(work: () => T, end: (error?: unknown) => void): T {
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
