import { argumentsOf, functions, isFunctionName, type VariformFunctionName } from './functions.ts'

/**
 * EMQX's variform: an expression of variables, strings, numbers, lists and function calls, without operators and
 * escapes.
 */
export type Variform =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'boolean'; readonly value: boolean }
  | { readonly type: 'variable'; readonly path: readonly string[] }
  | { readonly type: 'list'; readonly items: readonly Variform[] }
  | { readonly type: 'call'; readonly name: VariformFunctionName; readonly args: readonly Variform[] }

/** Error of an expression. The message is the end of a sentence, and the column counts from 1. */
export class VariformError extends Error {
  override readonly name = 'VariformError'
  readonly column: number

  constructor(message: string, column: number) {
    super(message)
    this.column = column
  }
}

/** More than anyone writes by hand. Limits the cost per connection. */
const maxExpression = 4096
const deepestNesting = 50

/**
 * Parses an expression: a variable, or a call such as `nth(1, tokens(clientid, '-'))`.
 * @throws VariformError also for unknown functions and wrong numbers of arguments
 */
export function parseVariform(source: string): Variform {
  const expression = parseVariformValue(source)
  if (expression.type !== 'variable' && expression.type !== 'call')
    throw new VariformError('must be a variable or a function call', 1)
  return expression
}

/**
 * The same for places where a constant is useful.
 * @throws VariformError
 */
export function parseVariformValue(source: string): Variform {
  if (source.length > maxExpression)
    throw new VariformError(`must have at most ${maxExpression} characters`, maxExpression + 1)
  const reader = createReader(source)
  const expression = readExpression(reader, 0)
  const rest = reader.next()
  if (rest.kind !== 'end') throw unexpected(rest, 'the end of the expression')
  return expression
}

interface Token {
  readonly kind: 'name' | 'text' | 'number' | '(' | ')' | '[' | ']' | ',' | 'end'
  readonly text: string
  readonly column: number
}

interface Reader {
  next(): Token
  peek(): Token
}

const tokenPattern =
  /\s*(?:(?<name>[a-zA-Z][a-zA-Z0-9_.]*)|'(?<single>[^']*)'|"(?<double>[^"]*)"|(?<number>[+-]?\d+(?:\.\d+)?)|(?<mark>[()[\],]))/y

function createReader(source: string): Reader {
  let at = 0
  let ahead: Token | undefined
  const read = (): Token => {
    tokenPattern.lastIndex = at
    const groups = tokenPattern.exec(source)?.groups
    if (!groups) return readRest(source, at)
    at = tokenPattern.lastIndex
    const { name, single, double, number, mark } = groups
    const literal = single ?? double
    const length = (name ?? number ?? mark)?.length ?? (literal?.length ?? 0) + 2
    const column = at - length + 1
    if (name !== undefined) return { kind: 'name', text: name, column }
    if (literal !== undefined) return { kind: 'text', text: literal, column }
    if (number !== undefined) return { kind: 'number', text: number, column }
    return { kind: mark as '(', text: mark ?? '', column } // a mark that the pattern matches
  }
  return {
    next: () => {
      const token = ahead ?? read()
      ahead = undefined
      return token
    },
    peek: () => {
      ahead ??= read()
      return ahead
    },
  }
}

function readRest(source: string, at: number): Token {
  const rest = source.slice(at)
  const blank = rest.length - rest.trimStart().length
  const [first] = rest.trimStart()
  const column = at + blank + 1
  if (first === undefined) return { kind: 'end', text: '', column }
  if (first === "'" || first === '"') throw new VariformError('this string has no closing quote', column)
  throw new VariformError(`unexpected character ${first}`, column)
}

function readExpression(reader: Reader, depth: number): Variform {
  const token = reader.next()
  if (depth > deepestNesting) throw new VariformError('is nested too deeply', token.column)
  if (token.kind === 'text') return { type: 'text', value: token.text }
  if (token.kind === 'number') return { type: 'number', value: Number(token.text) }
  if (token.kind === '[') return { type: 'list', items: readArguments(reader, ']', depth) }
  if (token.kind !== 'name') throw unexpected(token, 'a variable, a function, a string or a number')
  if (reader.peek().kind !== '(' && (token.text === 'true' || token.text === 'false'))
    return { type: 'boolean', value: token.text === 'true' }
  if (reader.peek().kind !== '(') return { type: 'variable', path: token.text.split('.').filter(Boolean) }
  reader.next()
  return toCall(token, readArguments(reader, ')', depth))
}

function readArguments(reader: Reader, end: ')' | ']', depth: number): Variform[] {
  const args: Variform[] = []
  if (reader.peek().kind === end) {
    reader.next()
    return args
  }
  for (;;) {
    args.push(readExpression(reader, depth + 1))
    const token = reader.next()
    if (token.kind === end) return args
    if (token.kind !== ',') throw unexpected(token, `a comma or ${end}`)
  }
}

function toCall({ text, column }: Token, args: readonly Variform[]): Variform {
  if (!isFunctionName(text)) throw new VariformError(`unknown function ${text}`, column)
  const { minArguments, maxArguments } = functions[text]
  if (args.length < minArguments || args.length > maxArguments)
    throw new VariformError(`${text} takes ${argumentsOf(text)}, not ${args.length}`, column)
  return { type: 'call', name: text, args }
}

const unexpected = ({ kind, text, column }: Token, wanted: string) =>
  new VariformError(`expected ${wanted}, not ${kind === 'end' ? 'the end of the expression' : text || kind}`, column)
