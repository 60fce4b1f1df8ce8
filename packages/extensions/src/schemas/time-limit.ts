import { createContext, Script } from 'node:vm'
import { SchemaError } from './value.ts'

/*
 * Schemas are written by users, and payloads by clients. Some pairs take exponential time, for example nested `anyOf` of a
 * JSON Schema. V8 can interrupt any synchronous work, which no check of a schema can replace.
 */

/** Milliseconds for a payload. The event loop must not be held for 50. */
const payloadLimit = 40

const context: { work: () => void } = { work: () => {} }
createContext(context)
const script = new Script('work()')

/**
 * Runs synchronous work for a limited time. Costs about 50 microseconds, so that cheap work should not use it.
 * The interrupted work does not run `finally`, so that it must not change what outlives it.
 * @throws {SchemaError} if the time is over
 */
function withTimeLimit<T>(what: string, work: () => T, limit = payloadLimit): T {
  let result: { readonly value: T } | undefined
  context.work = () => {
    result = { value: work() }
  }
  try {
    script.runInContext(context as never, { timeout: limit }) // the object that createContext has changed
  } catch (error) {
    // Not an instance of this realm's Error.
    if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
      throw new SchemaError(`${what} takes longer than ${limit} ms`)
    throw error
  } finally {
    context.work = () => {}
  }
  if (result === undefined) throw new SchemaError(`${what} was interrupted`)
  return result.value
}

/** The same for a codec: cheap calls run directly. */
export const bounded = <T>(isCheap: boolean, what: string, work: () => T): T =>
  isCheap ? work() : withTimeLimit(what, work)
