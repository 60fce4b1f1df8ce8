import type { PayloadFormat } from './payload.ts'

/** A payload in the format of the API. */
export interface WirePayload {
  readonly payload: string
  readonly payload_encoding: 'plain' | 'base64'
}

export type PayloadFault = 'json' | 'hex' | 'base64'

/**
 * Converts typed text, JSON, hex or base64 to a payload; returns the name of the format if the text is invalid. JSON
 * is sent as typed.
 */
export function readPayload(typed: string, format: PayloadFormat): WirePayload | PayloadFault {
  switch (format) {
    case 'text':
      return plain(typed)
    case 'json':
      return isJson(typed) ? plain(typed) : 'json'
    case 'hex': {
      const bytes = fromHex(typed)
      return bytes ? base64(btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''))) : 'hex'
    }
    case 'base64': {
      const text = typed.replaceAll(/\s/g, '')
      return isBase64(text) ? base64(text) : 'base64'
    }
  }
}

const plain = (payload: string): WirePayload => ({ payload, payload_encoding: 'plain' })
const base64 = (payload: string): WirePayload => ({ payload, payload_encoding: 'base64' })

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Parses `0a ff`, `0aff`, `0x0a 0xff` and `0a:ff`; undefined for other texts. */
function fromHex(text: string): readonly number[] | undefined {
  const digits = text.replaceAll(/\b0x/gi, '').replaceAll(/[\s:,-]/g, '')
  if (digits.length % 2 !== 0 || !/^[\da-f]*$/i.test(digits)) return undefined
  return (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
}

const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
