import { fromBase64, toText } from '../../../lib/payload/payload.ts'

/** How the bytes of a field are written in the result. */
export type FieldEncoding = 'text' | 'base64' | 'hex'

export const fieldEncodings: readonly FieldEncoding[] = ['text', 'base64', 'hex']

/** Texts of a result by their path, such as `payload` or `1.payload` in a list. Maps inside are included. */
export function textFields(json: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const collect = (value: unknown, path: string): void => {
    if (found.size >= maxFields) return
    if (typeof value === 'string') found.set(path, value)
    else if (typeof value === 'object' && value !== null)
      for (const [key, inside] of Object.entries(value)) collect(inside, path === '' ? key : `${path}.${key}`)
  }
  try {
    collect(JSON.parse(json), '')
  } catch {
    // A result that is not JSON has no fields.
  }
  return found
}

const maxFields = 200

/** JSON has no bytes, so the broker replaces those that are not text. */
export const hasLostBytes = (text: string): boolean => text.includes('\ufffd')

/** Many words are valid base64. */
const looksLikeBase64 = (text: string) => text.length >= 8 && /[A-Z]/.test(text) && /[a-z]/.test(text)

/** Base64 and hex are only assumed if the bytes are not text. The user can choose another one. */
export function likelyEncoding(text: string): FieldEncoding {
  for (const encoding of ['hex', 'base64'] as const) {
    if (encoding === 'base64' && !looksLikeBase64(text)) continue
    const bytes = bytesOfField(text, encoding)
    if (bytes && bytes.length > 0 && (toText(bytes) === undefined || hasControlCharacters(bytes))) return encoding
  }
  return 'text'
}

const hasControlCharacters = (bytes: Uint8Array) => bytes.some((byte) => byte < 0x20 && ![9, 10, 13].includes(byte))

/** Undefined if the text does not have this encoding. */
export function bytesOfField(text: string, encoding: FieldEncoding): Uint8Array | undefined {
  if (encoding === 'text') return new TextEncoder().encode(text)
  if (encoding === 'hex') {
    if (!/^(?:[0-9a-f]{2})*$/i.test(text)) return undefined
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  }
  try {
    return text.length % 4 === 0 ? fromBase64(text) : undefined
  } catch {
    return undefined
  }
}
