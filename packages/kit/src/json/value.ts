import { isRecord } from '@mqdeck/contract'

/**
 * A value of rule SQL, of expressions and of decoded payloads. Integers are bigints, so that 64-bit integers stay exact
 * and 1 differs from 1.0. Floats are numbers. EMQX has one type for strings and binaries, so functions decode binaries as
 * UTF-8. `undefined` is a missing value.
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

export const isNumber = (value: Value): value is bigint | number =>
  typeof value === 'bigint' || typeof value === 'number'

export const isText = (value: Value): value is string | Uint8Array =>
  typeof value === 'string' || value instanceof Uint8Array

// Array.isArray does not narrow readonly arrays.
export const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

export const isMap = (value: Value): value is ValueMap => isRecord(value) && !(value instanceof Uint8Array)
