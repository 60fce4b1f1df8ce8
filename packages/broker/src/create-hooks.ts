import type { Log } from '@mqdeck/kit'
import type { FoldHooks, FoldPoint, HookOptions, Hooks, PacketTracer, RunHooks, RunPoint } from './hooks.ts'
import { ReasonError } from './packets/index.ts'

/** The hooks as the broker itself uses them, with more functions than `Hooks`. */
export interface HookRegistry extends Hooks {
  /** Undefined while no trace is running. */
  readonly tracer: PacketTracer | undefined
  /** True if the hook point has handlers. The message path checks this before it builds arguments. */
  has(point: FoldPoint | RunPoint): boolean
  /** True if the hook point has a handler for this topic. */
  caresFor(point: FoldPoint, topic: string): boolean
  /**
   * Passes the value through the handlers, in the order of their priority. Returns a promise only if a handler did.
   * A handler that throws is logged and skipped; `onFailure` is then called, so that the caller can decide what to do.
   * Only a `ReasonError` at `message.publish` counts as a decision and is rethrown.
   */
  runFold<P extends FoldPoint>(
    point: P,
    value: Parameters<FoldHooks[P]>[0],
    args: FoldArguments<P>,
    onFailure?: () => Parameters<FoldHooks[P]>[0],
  ): Parameters<FoldHooks[P]>[0] | Promise<Parameters<FoldHooks[P]>[0]>
  run<P extends RunPoint>(point: P, ...args: Parameters<RunHooks[P]>): void
}

type FoldArguments<P extends FoldPoint> = Parameters<FoldHooks[P]> extends [unknown, ...infer Rest] ? Rest : never

interface Registered {
  readonly priority: number
  readonly prefix: string
  readonly handler: (...args: unknown[]) => unknown
}

export function createHooks(log: Log): HookRegistry {
  const points = new Map<string, readonly Registered[]>()

  /** Lists are replaced, never changed, because handlers can be added or removed while the hook point runs. */
  const add = (point: string, handler: Registered['handler'], { priority = 0, prefix = '' }: HookOptions = {}) => {
    const registered: Registered = { priority, prefix, handler }
    points.set(
      point,
      [...(points.get(point) ?? []), registered].sort((a, b) => a.priority - b.priority),
    )
    return () => {
      const left = (points.get(point) ?? []).filter((other) => other !== registered)
      if (left.length === 0) points.delete(point)
      else points.set(point, left)
    }
  }

  const failedHandler = (point: string, error: unknown) => {
    if (point === 'message.publish' && error instanceof ReasonError) throw error
    log.error({ hook: point, error: String(error) }, 'hook_callback_exception')
  }

  const continueFold = async (
    point: string,
    first: Promise<unknown>,
    handlers: readonly Registered[],
    next: number,
    before: unknown,
    args: readonly unknown[],
    onFailure: (() => unknown) | undefined,
  ): Promise<unknown> => {
    let value = before
    let pending: unknown = first
    for (let index = next; ; index += 1) {
      try {
        value = await pending
      } catch (error) {
        failedHandler(point, error)
        if (onFailure) return onFailure()
      }
      const entry = handlers[index]
      if (!entry) return value
      try {
        pending = entry.handler(value, ...args)
      } catch (error) {
        failedHandler(point, error)
        if (onFailure) return onFailure()
        pending = value
      }
    }
  }

  const runFold = (point: string, first: unknown, args: readonly unknown[], onFailure?: () => unknown): unknown => {
    const handlers = points.get(point)
    if (!handlers) return first
    let value = first
    for (let index = 0; index < handlers.length; index += 1) {
      const entry = handlers[index]
      if (!entry) break
      try {
        const answer = entry.handler(value, ...args)
        if (answer instanceof Promise) return continueFold(point, answer, handlers, index + 1, value, args, onFailure)
        value = answer
      } catch (error) {
        failedHandler(point, error)
        if (onFailure) return onFailure()
      }
    }
    return value
  }

  const run = (point: string, ...args: unknown[]) => {
    const handlers = points.get(point)
    if (!handlers) return
    for (const entry of handlers) {
      try {
        entry.handler(...args)
      } catch (error) {
        failedHandler(point, error)
      }
    }
  }

  let tracer: PacketTracer | undefined
  const trace = (next: PacketTracer) => {
    tracer = next
    return () => {
      if (tracer === next) tracer = undefined
    }
  }

  // The map holds handlers of every hook point, so it is untyped inside; the signatures above restore the types.
  return {
    fold: add,
    on: add,
    has: (point) => points.has(point),
    caresFor: (point, topic) => (points.get(point) ?? []).some(({ prefix }) => topic.startsWith(prefix)),
    runFold,
    run,
    trace,
    get tracer() {
      return tracer
    },
  } as HookRegistry
}
