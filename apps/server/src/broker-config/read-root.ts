import { inspectInput } from '@mqdeck/contract'
import type * as z from 'zod'

/**
 * Reads a value for the place `path` of the configuration, defaults filled in.
 * @throws {AppError} 400 in EMQX's words, with the whole path
 */
export function readRoot<S extends z.ZodType>(schema: S, value: unknown, path: string): z.output<S> {
  const read = inspectInput(schema, value, path)
  if ('error' in read) throw read.error
  return read.value
}
