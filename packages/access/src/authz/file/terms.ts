import type { Text } from '@mqdeck/contract'
import { faults } from './faults.ts'

/** A range of a text: offsets of its first character and of the one after its last. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** An Erlang term, limited to the types in ACL files. */
export type Term = Span &
  (
    | { readonly kind: 'atom'; readonly name: string }
    | { readonly kind: 'string'; readonly text: string }
    | { readonly kind: 'integer'; readonly value: number }
    | { readonly kind: 'tuple' | 'list'; readonly items: readonly Term[] }
  )

/** A top-level term; `end` is the offset after its dot. */
export type Statement = Term & { readonly end: number }

/** A syntax error with its position. */
export class AclSyntaxError extends Error {
  readonly text: Text
  readonly span: Span

  constructor(text: Text, span: Span) {
    super(text.en)
    this.text = text
    this.span = span
  }
}

/**
 * Reads the terms of a file, each ended by a dot, as Erlang's `file:consult` does: atoms, strings, binaries, integers,
 * tuples, lists, and comments from `%` to the end of the line. Throws AclSyntaxError at the first mistake.
 */
export function readTerms(text: string): readonly Statement[] {
  const reader = createReader(text)
  const terms: Statement[] = []
  for (reader.skip(); reader.at < text.length; reader.skip()) {
    const term = readTerm(reader)
    reader.skip()
    reader.expect('.', faults.dot)
    terms.push({ ...term, end: reader.at })
  }
  return terms
}

interface Reader {
  readonly text: string
  readonly at: number
  /** Skips spaces and comments. */
  skip(): void
  /** Consumes the string if it follows. */
  take(what: string): boolean
  takeMatch(pattern: RegExp): string | undefined
  expect(what: string, otherwise: Text): void
  fail(text: Text, from?: number): never
}

function createReader(text: string): Reader {
  let at = 0
  const blanks = /(?:\s|%[^\n]*)*/y
  const takeMatch = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }
  const reader: Reader = {
    text,
    get at() {
      return at
    },
    skip: () => void takeMatch(blanks),
    take(what) {
      if (!text.startsWith(what, at)) return false
      at += what.length
      return true
    },
    takeMatch,
    expect(what, otherwise) {
      if (!reader.take(what)) reader.fail(otherwise)
    },
    fail(what, from = at) {
      throw new AclSyntaxError(what, { from, to: Math.max(from + 1, at) })
    },
  }
  return reader
}

/** Reserved words of Erlang that rules use. Without quotes they are not atoms, and EMQX rejects the whole file. */
const reservedWords = ['and', 'or']

/** Maximum nesting; more than any rule needs, and safe for the stack. */
const deepest = 64

function readTerm(reader: Reader, depth = 0): Term {
  const from = reader.at
  if (depth > deepest) reader.fail(faults.tooDeep)
  if (reader.take('{')) return readItems(reader, 'tuple', '}', from, depth)
  if (reader.take('[')) return readItems(reader, 'list', ']', from, depth)
  if (reader.take('<<')) return readBinary(reader, from)
  if (reader.take('"')) return readString(reader, from)
  if (reader.take("'")) return { kind: 'atom', name: readQuoted(reader, "'", from), from, to: reader.at }
  const number = reader.takeMatch(/-?\d+/y)
  if (number !== undefined) return { kind: 'integer', value: Number(number), from, to: reader.at }
  const name = reader.takeMatch(/[a-z][a-zA-Z0-9_@]*/y)
  if (name !== undefined && reservedWords.includes(name)) reader.fail(faults.reserved(name), from)
  if (name !== undefined) return { kind: 'atom', name, from, to: reader.at }
  if (reader.at >= reader.text.length) reader.fail(faults.incomplete)
  return reader.fail(faults.unexpected(String.fromCodePoint(reader.text.codePointAt(reader.at) ?? 0)))
}

function readItems(reader: Reader, kind: 'tuple' | 'list', end: string, from: number, depth: number): Term {
  const items: Term[] = []
  reader.skip()
  while (!reader.take(end)) {
    if (items.length > 0) {
      reader.expect(',', faults.comma(end))
      reader.skip()
    }
    items.push(readTerm(reader, depth + 1))
    reader.skip()
  }
  return { kind, items, from, to: reader.at }
}

/** Adjacent strings are one, as in Erlang. */
function readString(reader: Reader, from: number): Term {
  let text = readQuoted(reader, '"', from)
  let to = reader.at
  for (reader.skip(); reader.take('"'); reader.skip()) {
    text += readQuoted(reader, '"', reader.at - 1)
    to = reader.at
  }
  return { kind: 'string', text, from, to }
}

/** `<<"text">>` and `<<"text"/utf8>>` */
function readBinary(reader: Reader, from: number): Term {
  reader.skip()
  reader.expect('"', faults.binary)
  const text = readQuoted(reader, '"', reader.at - 1)
  reader.skip()
  reader.take('/utf8')
  reader.skip()
  reader.expect('>>', faults.binaryEnd)
  return { kind: 'string', text, from, to: reader.at }
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  s: ' ',
  e: '\u001b',
  d: '\u007f',
  '0': '\0',
}

/** Reads up to the closing quote. The opening quote has been consumed. */
function readQuoted(reader: Reader, quote: '"' | "'", from: number): string {
  const plain = quote === '"' ? /[^"\\]+/y : /[^'\\]+/y
  let text = ''
  while (!reader.take(quote)) {
    if (reader.at >= reader.text.length) reader.fail(faults.noEnd(quote), from)
    text += reader.takeMatch(plain) ?? readEscape(reader)
  }
  return text
}

function readEscape(reader: Reader): string {
  reader.take('\\')
  const code = reader.takeMatch(/x\{[0-9a-fA-F]{1,6}\}|x[0-9a-fA-F]{2}/y)
  if (code !== undefined) {
    const point = Number.parseInt(code.replace(/[x{}]/g, ''), 16)
    if (point > 0x10ffff) reader.fail(faults.noCharacter, reader.at - code.length)
    return String.fromCodePoint(point)
  }
  const character = reader.takeMatch(/[\s\S]/y) ?? ''
  return escapes[character] ?? character
}
