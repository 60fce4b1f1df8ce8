import { isUtf8 } from 'node:buffer'
import type { PlainValue } from '@mqdeck/contract'
import { GrowingBuffer } from './growing-buffer.ts'
import type { stompFrame } from './manifest.ts'

/** A version of STOMP. It decides which characters of headers are escaped. */
export type Version = '1.0' | '1.1' | '1.2'

export type Header = readonly [name: string, value: string]

export interface Frame {
  readonly command: string
  /** In the order received. The first of repeated headers is used (STOMP 1.2, Repeated Header Entries). */
  readonly headers: readonly Header[]
  readonly body: Buffer
}

export type FrameLimits = PlainValue<typeof stompFrame>

/** The frame is invalid or exceeds a limit. The connection cannot continue. The text is EMQX's if EMQX has one. */
export class FrameError extends Error {}

/** Reads frames from the bytes of a connection. */
export interface FrameReader {
  push(bytes: Buffer): void
  /** `heart-beat`: an end of line between frames. Undefined: more bytes are needed. @throws {FrameError} */
  next(): Frame | 'heart-beat' | undefined
  /** Escapes of this version are decoded from now on; none in CONNECT. */
  setVersion(version: Version): void
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const colon = 0x3a
const maxCommandLength = 64

interface Head {
  readonly command: string
  readonly headers: readonly Header[]
  /** Undefined: the body ends with the first NUL. */
  readonly length: number | undefined
}

export function createFrameReader(limits: () => FrameLimits): FrameReader {
  const input = new GrowingBuffer()
  let version: Version = '1.0'
  let lines: Buffer[] = []
  let found = 0
  let head: Head | undefined

  /** Reads lines until the empty one. Returns undefined if more bytes are needed. */
  const readHead = (): Head | 'heart-beat' | undefined => {
    for (;;) {
      const line = input.takeUntil(lineFeed)
      if (!line) {
        if (found === 0 && input.length > maxCommandLength + 1) throw new FrameError('unknown command')
        if (found > 0) checkHeader(input.length)
        return undefined
      }
      const text = line.at(-1) === carriageReturn ? line.subarray(0, -1) : line
      if (found === 0 && text.length === 0) return 'heart-beat'
      if (text.length === 0) {
        const all = lines
        const count = found - 1
        lines = []
        found = 0
        if (count > limits().max_headers)
          throw new FrameError(
            `{too_many_headers,#{max_header_num => ${limits().max_headers},received_headers_num => ${count}}}`,
          )
        return parseHead(all, version)
      }
      found += 1
      if (found === 1 && text.length > maxCommandLength) throw new FrameError('unknown command')
      // The colon does not count.
      if (found > 1) checkHeader(text.length - 1)
      // The number of further headers is reported, but they are not kept.
      if (found <= limits().max_headers + 1) lines.push(Buffer.from(text))
      else if (found > (limits().max_headers + 1) * 10)
        throw new FrameError(
          `{too_many_headers,#{max_header_num => ${limits().max_headers},received_headers_num => ${found - 1}}}`,
        )
    }
  }

  const checkHeader = (length: number) => {
    const max = limits().max_headers_length
    if (length > max)
      throw new FrameError(`{too_long_header,#{found_header_length => ${length},max_header_length => ${max}}}`)
  }

  const checkBody = (length: number) => {
    const max = limits().max_body_length
    if (length > max)
      throw new FrameError(`{too_long_body,#{max_body_length => ${max},received_body_length => ${length}}}`)
  }

  const readBody = ({ length }: Head): Buffer | undefined => {
    if (length === undefined) {
      const body = input.takeUntil(0)
      checkBody(body ? body.length : input.length)
      return body
    }
    checkBody(length)
    const body = input.take(length + 1)
    if (body && body[length] !== 0) throw new FrameError('the body does not end with NUL after content-length bytes')
    return body?.subarray(0, -1)
  }

  return {
    push: (bytes) => input.push(bytes),
    setVersion(next) {
      version = next
    },
    next() {
      if (!head) {
        const read = readHead()
        if (read === undefined || read === 'heart-beat') return read
        head = read
      }
      const body = readBody(head)
      if (!body) return undefined
      const { command, headers } = head
      head = undefined
      // A copy, because the body may be kept longer than the bytes around it.
      return { command, headers, body: Buffer.from(body) }
    },
  }
}

function parseHead([first, ...rest]: readonly Buffer[], version: Version): Head {
  const command = first?.toString('latin1') ?? ''
  const escapes = isConnect(command) ? undefined : version
  const headers = rest.map((line): Header => {
    if (line.includes(0) || !isUtf8(line)) throw new FrameError('a header is not UTF-8 text')
    const end = line.indexOf(colon)
    if (end < 0) throw new FrameError('unexpected_linefeed')
    const name = line.toString('utf8', 0, end)
    const value = line.toString('utf8', end + 1)
    if (escapes === undefined || escapes === '1.0') return [name.trim(), value.trimStart()]
    return [decodeEscapes(name, escapes), decodeEscapes(value, escapes)]
  })
  const length = headerOf(headers, 'content-length')
  if (length === undefined) return { command, headers, length: undefined }
  const digits = length.trim()
  if (!/^\d{1,15}$/.test(digits)) throw new FrameError(`content-length must be a number, not ${length}`)
  return { command, headers, length: Number(digits) }
}

const isConnect = (command: string) => command === 'CONNECT' || command === 'STOMP' || command === 'CONNECTED'

export const headerOf = (headers: readonly Header[], name: string): string | undefined =>
  headers.find(([one]) => one === name)?.[1]

const unescaped: Readonly<Record<string, string>> = { '\\n': '\n', '\\c': ':', '\\\\': '\\', '\\r': '\r' }

function decodeEscapes(text: string, version: Version): string {
  if (!text.includes('\\')) return text
  return text.replace(/\\[\s\S]?/g, (sequence) => {
    const meaning = sequence === '\\r' && version !== '1.2' ? undefined : unescaped[sequence]
    // "Undefined escape sequences MUST be treated as a fatal protocol error" (1.2, Value Encoding).
    if (meaning === undefined) throw new FrameError(`undefined escape sequence ${sequence}`)
    return meaning
  })
}

const escaped: Readonly<Record<string, string>> = { '\n': '\\n', ':': '\\c', '\\': '\\\\', '\r': '\\r' }

function encodeEscapes(text: string, version: Version): string {
  // In 1.0 these characters cannot be written. 1.1 has no escape of carriage returns.
  if (version === '1.0') return text.replace(/[\r\n\0]/g, ' ')
  const plain = version === '1.1' ? text.replace(/[\r\0]/g, ' ') : text.replaceAll('\0', ' ')
  return plain.replace(/[\n:\\\r]/g, (character) => escaped[character] ?? character)
}

/** Writes a frame. `content-length` is added if it has a body. CONNECTED has no escapes (1.2, Value Encoding). */
export function encodeFrame(
  command: string,
  headers: readonly Header[],
  body: Uint8Array | undefined,
  version: Version,
): Buffer {
  const write = isConnect(command)
    ? (text: string) => text.replace(/[\r\n\0]/g, ' ')
    : (text: string) => encodeEscapes(text, version)
  let head = `${command}\n`
  // Names of 1.0 have no colon, because it ends them.
  for (const [name, value] of headers)
    head += `${version === '1.0' ? write(name).replaceAll(':', '_') : write(name)}:${write(value)}\n`
  if (body) head += `content-length:${body.length}\n`
  return Buffer.concat([Buffer.from(`${head}\n`), body ?? Buffer.alloc(0), Buffer.alloc(1)])
}
