import type { TracePayload } from '@mqdeck/contract'

/** Maximum bytes of a payload to write. */
const maxPayloadBytes = 1024

export interface ShownPayload {
  readonly text: string
  /** Encoding used. Hex instead of text if the payload is not text. */
  readonly encode: TracePayload
}

export function showPayload(payload: Uint8Array, encode: TracePayload): ShownPayload {
  if (encode === 'hidden') return { text: '******', encode }
  const start = payload.subarray(0, maxPayloadBytes)
  const rest = payload.length > maxPayloadBytes ? `...(${payload.length - maxPayloadBytes} bytes)` : ''
  const text = encode === 'text' ? decode(start, rest !== '') : undefined
  return text === undefined ? { text: toHex(start) + rest, encode: 'hex' } : { text: text + rest, encode: 'text' }
}

/** Upper case as in EMQX. */
const toHex = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex').toUpperCase()

const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array, isTruncated: boolean): string | undefined {
  try {
    if (!isTruncated) return strictDecoder.decode(bytes)
    // Stream mode omits an incomplete character at the end.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}
