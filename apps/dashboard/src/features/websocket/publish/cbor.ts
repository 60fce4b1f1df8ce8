import { encode } from 'cborg'
import { decode as decodeJson } from 'cborg/json'

/** JSON as CBOR (RFC 8949), integers beyond 2^53 exactly. @throws when the text is not JSON */
export function jsonToCbor(text: string): Uint8Array {
  const value: unknown = decodeJson(new TextEncoder().encode(text.trim()), { allowBigInt: true })
  return encode(value)
}
