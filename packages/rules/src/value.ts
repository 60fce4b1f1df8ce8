/**
 * A value of rule SQL. Integers are bigints, so that 64 bits stay exact and 1 differs from 1.0; floats are numbers. Text and
 * bytes are the same kind to EMQX: a function that wants text reads bytes as UTF-8. `undefined` is what is not there.
 */
export type Value =
  | undefined
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | readonly Value[]
  | { readonly [key: string]: Value }

export type ValueMap = { readonly [key: string]: Value }

/** Of the rule that ran: what it could not do, in words for its author. The clause is told by whoever evaluates. */
export class SqlError extends Error {}

export const isText = (value: Value): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array

// Array.isArray does not narrow readonly arrays.
export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

export const isMap = (value: Value): value is ValueMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
