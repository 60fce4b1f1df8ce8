import type { FormatSettings } from './log-settings.ts'

/** Hex takes twice as many characters, which must fit into one value. */
const mostBytes = 2000

/** Encodes a payload according to the setting `payload_encode`. A payload that is not text is shown in hex instead. */
export function encodePayload(payload: unknown, encode: FormatSettings['payload_encode']): Shown {
  if (encode === 'hidden') return { payload: '******', payload_encode: encode }
  if (!(payload instanceof Uint8Array) && typeof payload !== 'string') return { payload, payload_encode: encode }
  const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
  const start = bytes.subarray(0, mostBytes)
  const rest = bytes.length > mostBytes ? `...(${bytes.length - mostBytes} more bytes)` : ''
  const text = encode === 'text' ? decode(start) : undefined
  return { payload: (text ?? toHex(start)) + rest, payload_encode: text === undefined ? 'hex' : 'text' }
}

interface Shown {
  readonly payload: unknown
  readonly payload_encode: FormatSettings['payload_encode']
}

const toHex = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')

function decode(bytes: Uint8Array): string | undefined {
  try {
    // Decodes as a stream, so that a character at the cut is omitted.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}
