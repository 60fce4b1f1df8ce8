import { JsonError } from './json-error.ts'
import { setKey } from './set-key.ts'

/*
 * Own parser: JSON.parse has no limit of depth, and passes the text of a number (1 and 1.0, 64 bits) only to a reviver,
 * with which it takes three times as long. Libraries build another tree first. This runs once per message.
 */

/**
 * Values of JSON text: integers are bigints and all other numbers floats, so that 64 bits stay exact and 1 differs from
 * 1.0.
 */
export type ExactJson =
  | null
  | boolean
  | bigint
  | number
  | string
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson }

/** Limit of nesting, so that no function that walks a value overflows the stack. */
const deepest = 512

const fatalUtf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses JSON text or its UTF-8 bytes. A key `__proto__` is a key like any other.
 * @throws {JsonError} what is wrong and where
 */
export function decodeJson(json: string | Uint8Array): ExactJson {
  const text = typeof json === 'string' ? json : utf8(json)
  return readDocument(text)
}

function utf8(bytes: Uint8Array): string {
  try {
    return fatalUtf8.decode(bytes)
  } catch {
    throw new JsonError('invalid JSON: the bytes are not UTF-8')
  }
}

function readDocument(text: string): ExactJson {
  let at = 0
  let depth = 0

  const value = readValue()
  skipSpace()
  if (at < text.length) throw wrong()
  return value

  function readValue(): ExactJson {
    skipSpace()
    const code = text.charCodeAt(at)
    if (code === 0x22) return readString()
    if (code === 0x7b) return nested(readObject)
    if (code === 0x5b) return nested(readList)
    if (code === 0x2d || isDigit(code)) return readNumber()
    if (code === 0x74) return readWord('true', true)
    if (code === 0x66) return readWord('false', false)
    if (code === 0x6e) return readWord('null', null)
    throw wrong()
  }

  function nested(read: () => ExactJson): ExactJson {
    depth += 1
    if (depth > deepest) throw new JsonError(`invalid JSON: nested deeper than ${deepest}`)
    at += 1
    skipSpace()
    const result = read()
    depth -= 1
    return result
  }

  function readObject(): ExactJson {
    const object: Record<string, ExactJson> = {}
    if (takes(0x7d)) return object
    do {
      skipSpace()
      if (text.charCodeAt(at) !== 0x22) throw wrong()
      const key = readString()
      skipSpace()
      if (!takes(0x3a)) throw wrong()
      setKey(object, key, readValue())
      skipSpace()
    } while (takes(0x2c))
    if (!takes(0x7d)) throw wrong()
    return object
  }

  function readList(): ExactJson {
    const list: ExactJson[] = []
    if (takes(0x5d)) return list
    do {
      list.push(readValue())
      skipSpace()
    } while (takes(0x2c))
    if (!takes(0x5d)) throw wrong()
    return list
  }

  function readString(): string {
    const start = at
    for (at += 1; ; at += 1) {
      const code = text.charCodeAt(at)
      if (code === 0x22) break
      // An escape, a raw control character or the end: left to the slow path.
      if (code === 0x5c || !(code >= 0x20)) return readEscaped(start)
    }
    at += 1
    return text.slice(start + 1, at - 1)
  }

  function readEscaped(start: number): string {
    for (; ; at += 1) {
      const code = text.charCodeAt(at)
      if (code === 0x22) break
      if (code === 0x5c) at += 1
      else if (!(code >= 0x20)) throw wrong()
    }
    at += 1
    try {
      const decoded: unknown = JSON.parse(text.slice(start, at))
      return String(decoded)
    } catch {
      at = start
      throw wrong()
    }
  }

  function readNumber(): ExactJson {
    const start = at
    if (text.charCodeAt(at) === 0x2d) at += 1
    const first = at
    digits()
    if (text.charCodeAt(first) === 0x30 && at > first + 1) throw wrong()
    const end = at
    if (takes(0x2e)) digits()
    if ((text.charCodeAt(at) | 0x20) === 0x65) {
      at += 1
      if (text.charCodeAt(at) === 0x2b || text.charCodeAt(at) === 0x2d) at += 1
      digits()
    }
    const written = text.slice(start, at)
    if (at === end) return wholeNumber(written)
    const float = Number(written)
    if (!Number.isFinite(float)) throw wrong()
    return float
  }

  function digits() {
    const start = at
    while (isDigit(text.charCodeAt(at))) at += 1
    if (at === start) throw wrong()
  }

  function readWord<T>(word: string, meaning: T): T {
    if (!text.startsWith(word, at)) throw wrong()
    at += word.length
    return meaning
  }

  function takes(code: number): boolean {
    if (text.charCodeAt(at) !== code) return false
    at += 1
    return true
  }

  function skipSpace() {
    for (let code = text.charCodeAt(at); code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09; ) {
      at += 1
      code = text.charCodeAt(at)
    }
  }

  function wrong(): JsonError {
    const found = at < text.length ? `${JSON.stringify(text[at])} at ${at}` : 'end of text'
    return new JsonError(`invalid JSON: unexpected ${found}`)
  }
}

const isDigit = (code: number) => code >= 0x30 && code <= 0x39

/** Parsing more digits takes time that grows with their square. */
const maxWhole = 4096

function wholeNumber(written: string): bigint {
  // Floats hold up to 15 digits exactly, and converting them to a bigint is faster.
  if (written.length <= 15) return BigInt(Number(written))
  if (written.length > maxWhole) throw new JsonError('invalid JSON: a number is too long')
  return BigInt(written)
}
