import { decode as decodeJson } from 'cborg/json'
import { type Decoded, reject } from './decoded.ts'

/** JSON with the digits of all integers, and as JavaScript reads it. @throws {DecodeError} */
export function readJson(bytes: Uint8Array): { readonly exact: Decoded; readonly plain: unknown } {
  let plain: unknown
  try {
    plain = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (error) {
    const detail = error instanceof SyntaxError ? error.message : undefined
    const position = /position (\d+)/.exec(detail ?? '')?.[1]
    return reject('notJson', { detail, ...(position !== undefined && { offset: Number(position) }) })
  }
  try {
    const exact: unknown = decodeJson(bytes, { allowBigInt: true, useMaps: true, rejectDuplicateMapKeys: false })
    return { exact: exact as Decoded, plain } // JSON in Maps
  } catch {
    return reject('notJson')
  }
}
