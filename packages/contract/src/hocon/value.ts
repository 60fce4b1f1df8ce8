import { isRecord } from '../unknown-values.ts'
/** Values of a HOCON text, which are those of JSON. */
export type HoconValue = string | number | boolean | null | readonly HoconValue[] | HoconObject

export interface HoconObject {
  readonly [key: string]: HoconValue
}

export const isHoconObject = (value: HoconValue | undefined): value is HoconObject => isRecord(value)

/** `Array.isArray` with a type guard for read-only arrays. */
export const isHoconArray = (value: HoconValue | undefined): value is readonly HoconValue[] => Array.isArray(value)
