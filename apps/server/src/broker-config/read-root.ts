import { inspectInput } from '@mqdeck/contract'
import type * as z from 'zod'

/**
 * Validates a value for `path` and fills in defaults.
 * @throws {AppError} 400 with EMQX's message and the complete path
 */
export function readRoot<S extends z.ZodType>(schema: S, value: unknown, path: string): z.output<S> {
  const read = inspectInput(schema, value, path)
  if ('error' in read) throw read.error
  return read.value
}
