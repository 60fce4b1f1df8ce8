export type PayloadFormat = 'text' | 'json' | 'hex' | 'base64'

export const payloadFormats: readonly PayloadFormat[] = ['text', 'json', 'hex', 'base64']

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

/** Number of bytes of a base64 text. */
export function sizeOfBase64(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return Math.max(0, (text.length / 4) * 3 - padding)
}

/** The bytes as UTF-8; undefined if they are not valid UTF-8. */
export function toText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * JSON indented with two spaces; undefined for other texts. Numbers and strings are kept as written, because
 * JavaScript would round 12345678901234567890.
 */
export function toPrettyJson(text: string): string | undefined {
  try {
    JSON.parse(text)
  } catch {
    return undefined
  }
  let depth = 0
  let out = ''
  let last = ''
  const newLine = () => `\n${'  '.repeat(depth)}`
  for (const [token] of text.matchAll(/"(?:\\.|[^"\\])*"|[{}[\],:]|[^\s{}[\],:"]+/g)) {
    const opened = last === '{' || last === '['
    if (token === '}' || token === ']') {
      depth--
      out += opened ? token : newLine() + token
    } else {
      if (opened || last === ',') out += newLine()
      out += token === ':' ? ': ' : token
      if (token === '{' || token === '[') depth++
    }
    last = token
  }
  return out
}

/** A hex dump: lines of sixteen bytes with offset, two digits per byte, and printable ASCII. */
export function toHexDump(bytes: Uint8Array): string {
  const lines: string[] = []
  for (let offset = 0; offset < bytes.length; offset += 16)
    lines.push(hexLine(offset, bytes.subarray(offset, offset + 16)))
  return lines.join('\n')
}

function hexLine(offset: number, bytes: Uint8Array): string {
  const pairs = Array.from({ length: 16 }, (_, index) => bytes[index]?.toString(16).padStart(2, '0') ?? '  ')
  const hex = `${pairs.slice(0, 8).join(' ')}  ${pairs.slice(8).join(' ')}`
  const ascii = Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
  return `${offset.toString(16).padStart(8, '0')}  ${hex}  |${ascii}|`
}

/** The best format for a payload: JSON for objects and lists, hex for bytes that are not text. */
export function bestFormat(bytes: Uint8Array): PayloadFormat {
  const text = toText(bytes)
  if (text === undefined || hasControlCharacters(text)) return 'hex'
  return /^\s*[[{]/.test(text) && toPrettyJson(text) !== undefined ? 'json' : 'text'
}

const endings: Readonly<Record<PayloadFormat, string>> = { text: 'txt', json: 'json', hex: 'bin', base64: 'bin' }

/** File name for a payload: the topic, with an extension for its format. */
export function fileNameOf(topic: string, bytes: Uint8Array): string {
  return `${topic}.${endings[bestFormat(bytes)]}`
}

/** The beginning on one line, for a table; undefined for bytes that are not text. */
export function toPreview(bytes: Uint8Array): string | undefined {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, 120), {
    stream: bytes.length > 120,
  })
  return text.includes('\ufffd') || hasControlCharacters(text) ? undefined : text.replaceAll(/\s+/g, ' ')
}

/** C0 and DEL besides tab, line feed and carriage return. */
function hasControlCharacters(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x7f || (code < 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d)) return true
  }
  return false
}

/** Like `btoa` for bytes, in chunks that fit on the stack. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let offset = 0; offset < bytes.length; offset += 8192)
    binary += String.fromCharCode(...bytes.subarray(offset, offset + 8192))
  return btoa(binary)
}
