import { createContext, Script } from 'node:vm'
import { measureProcessorTime } from '@mqdeck/kit'
import { SchemaError } from './schema-error.ts'

/*
 * Schemas are written by users, and payloads by clients. Some pairs take exponential time, for example nested `anyOf` of a
 * JSON Schema. V8 can interrupt any synchronous work, which no check of a schema can replace.
 */

/** Milliseconds of processor time for a payload. The event loop must not be held for 50. */
const payloadLimit = 40

/**
 * V8 measures by the clock. An attempt that it has interrupted is repeated with more time if other programs had the processor
 * meanwhile. A process with less than an eighth of a processor does not finish work of 40 ms.
 */
const attempts = [payloadLimit, 2 * payloadLimit, 4 * payloadLimit, 8 * payloadLimit]

/** Milliseconds by which the clock of V8 and the measured time can differ. */
const inaccuracy = 1

const context: { work: () => void } = { work: () => {} }
createContext(context)
const script = new Script('work()')

/**
 * Runs synchronous work for a limited time. Costs about 50 microseconds, so that cheap work should not use it.
 * The interrupted work does not run `finally`, so that it must not change what outlives it.
 * @throws {SchemaError} if the time is over
 */
function withTimeLimit<T>(what: string, work: () => T): T {
  for (const limit of attempts) {
    const used = measureProcessorTime()
    const result = attempt(work, limit)
    if (result) return result.value
    if (used() >= payloadLimit - inaccuracy) break
  }
  throw new SchemaError(`${what} takes longer than ${payloadLimit} ms`)
}

/** Undefined if the work was interrupted. */
function attempt<T>(work: () => T, timeout: number): { readonly value: T } | undefined {
  let result: { readonly value: T } | undefined
  context.work = () => {
    result = { value: work() }
  }
  try {
    script.runInContext(context as never, { timeout }) // the object that createContext has changed
    return result
  } catch (error) {
    // Not an instance of this realm's Error.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      return undefined
    throw error
  } finally {
    context.work = () => {}
  }
}

/** The same for a codec: cheap calls run directly. */
export const bounded = <T>(isCheap: boolean, what: string, work: () => T): T =>
  isCheap ? work() : withTimeLimit(what, work)
