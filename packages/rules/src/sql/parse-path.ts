import type { Expression, IndexSegment, KeySegment, PathExpression, Segment, Span } from './ast.ts'
import { expected, type Reader } from './reader.ts'

/** Longer ranges are most likely mistakes and would use too much memory. */
const maxRangeLength = 100_000

/** Maximum number of steps, because an alias creates values of the same depth. */
const maxPathLength = 100

/** Parses `a.b[1].c`. A value can end with a slice, an alias cannot. The next token must be a name. */
export function parsePath(reader: Reader, use: 'value'): Expression
export function parsePath(reader: Reader, use: 'alias'): PathExpression
export function parsePath(reader: Reader, use: 'value' | 'alias'): Expression {
  const { value: name, from, to } = reader.next()
  const root: KeySegment = { kind: 'key', name, from, to }
  const rest: Segment[] = []
  const path = (): PathExpression => ({ kind: 'path', segments: [root, ...rest], from, to: reader.end() })
  for (;;) {
    if (rest.length > maxPathLength) {
      reader.fail({ en: 'The path is too long', zh: '路径过长' }, { from, to: reader.end() })
      rest.length = maxPathLength
    }
    if (reader.takes('.')) {
      rest.push(parseKey(reader))
      continue
    }
    if (!reader.is('[')) return path()
    const of = path()
    const bracket = parseIndex(reader, of)
    if (bracket.kind === 'index') rest.push(bracket)
    else if (use === 'value') return bracket
    else reader.fail({ en: 'An alias cannot contain a range', zh: '别名中不能使用范围' }, bracket)
  }
}

function parseKey(reader: Reader): KeySegment {
  const { kind, value, from, to } = reader.peek()
  // After a dot all of these are keys, as in `payload.1.'x y'."z"`.
  if (kind === 'name' || kind === 'quoted' || kind === 'string' || kind === 'integer') {
    reader.next()
    return { kind: 'key', name: value, from, to }
  }
  if (kind === 'float') {
    reader.fail({
      en: `This key is ambiguous. Put it in quotes, as in '${value}'.`,
      zh: `此键有歧义，请用引号括起，如 '${value}'。`,
    })
    reader.next()
    return { kind: 'key', name: value, from, to }
  }
  if (kind === 'keyword' && from === reader.end()) {
    const word = reader.text.slice(from, to)
    reader.fail({
      en: `${word} is a reserved word. Write "${word}" instead.`,
      zh: `${word} 是保留字，请写成 "${word}"。`,
    })
    reader.next()
    return { kind: 'key', name: word, from, to }
  }
  expected(reader, { en: 'a key', zh: '键' })
  return { kind: 'key', name: '', from: reader.end(), to: reader.end() }
}

/** Parses `[1]`, `[-1]`, `[0]`, `[-0]`, `[name]`, `[path[1]]` or the slice `[1..3]`. */
function parseIndex(reader: Reader, of: PathExpression): IndexSegment | Expression {
  const { from } = reader.next()
  const number = parseWhole(reader)
  if (number === undefined) {
    const at = reader.deeper<IndexSegment['at']>(
      () => parseNameIndex(reader),
      () => 1,
    )
    closeBracket(reader)
    return { kind: 'index', at, from, to: reader.end() }
  }
  if (reader.takes('..')) {
    const last = parseLast(reader)
    closeBracket(reader)
    return { kind: 'slice', of, first: number.value, last, from: of.from, to: reader.end() }
  }
  closeBracket(reader)
  const at = number.value !== 0 ? number.value : number.isNegative ? 'tail' : 'head'
  return { kind: 'index', at, from, to: reader.end() }
}

function parseNameIndex(reader: Reader): IndexSegment['at'] {
  const { kind } = reader.peek()
  if (kind === 'name' || kind === 'quoted') return parsePath(reader, 'alias')
  expected(reader, { en: 'a number or a name', zh: '数字或名称' })
  return 1
}

/** Parses `[1..3]` or a list. The next token must be the opening bracket. */
export function parseBracketed(reader: Reader, parseItems: () => Expression[]): Expression {
  const { from } = reader.peek()
  const isRange = reader.is('..', 2) || (reader.is('..', 3) && (reader.is('-', 1) || reader.is('+', 1)))
  reader.next()
  if (!isRange) return { kind: 'list', items: parseItems(), from, to: reader.end() }
  const first = parseWhole(reader)?.value ?? failedWhole(reader)
  reader.next()
  const last = parseLast(reader)
  closeBracket(reader)
  const span: Span = { from, to: reader.end() }
  if (last < first - 1)
    reader.fail({ en: 'The end of the range is before its start', zh: '范围的结尾在开头之前' }, span)
  if (last - first >= maxRangeLength) {
    reader.fail({ en: `The range has more than ${maxRangeLength} numbers`, zh: `范围长度超过 ${maxRangeLength}` }, span)
  }
  return { kind: 'range', first, last, ...span }
}

const parseLast = (reader: Reader) => parseWhole(reader)?.value ?? failedWhole(reader)

function failedWhole(reader: Reader): number {
  expected(reader, { en: 'an integer', zh: '整数' })
  return 1
}

function parseWhole(reader: Reader): { readonly value: number; readonly isNegative: boolean } | undefined {
  const isSigned = reader.is('-') || reader.is('+')
  if (reader.peek(isSigned ? 1 : 0).kind !== 'integer') return undefined
  const isNegative = reader.is('-')
  if (isSigned) reader.next()
  const value = Number(reader.peek().value)
  if (!Number.isSafeInteger(value)) reader.fail({ en: 'The number is too large', zh: '数字过大' })
  reader.next()
  return { value: isNegative ? 0 - value : value, isNegative }
}

function closeBracket(reader: Reader) {
  if (!reader.takes(']')) expected(reader, { en: 'a closing ]', zh: '右方括号 ]' })
}
