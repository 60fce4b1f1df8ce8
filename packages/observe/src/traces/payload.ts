import type { TracePayload } from '@mqdeck/contract'

/** Bytes of a payload that are shown. */
const mostBytes = 1024

export interface ShownPayload {
  readonly text: string
  /** As it was shown: in hex where it was to be text and is none. */
  readonly encode: TracePayload
}

export function showPayload(payload: Uint8Array, encode: TracePayload): ShownPayload {
  if (encode === 'hidden') return { text: '******', encode }
  const start = payload.subarray(0, mostBytes)
  const rest = payload.length > mostBytes ? `...(${payload.length - mostBytes} bytes)` : ''
  const text = encode === 'text' ? decode(start, rest !== '') : undefined
  return text === undefined ? { text: toHex(start) + rest, encode: 'hex' } : { text: text + rest, encode: 'text' }
}

/** EMQX's digits are capitals. */
const toHex = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex').toUpperCase()

const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decode(bytes: Uint8Array, isCut: boolean): string | undefined {
  try {
    if (!isCut) return whole.decode(bytes)
    // As of a stream: a character that the cut went through is left out.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}
