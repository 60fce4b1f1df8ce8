import type { Fail } from './hocon-error.ts'
import { assign, type Branch, type Layer, type List, type Node, type Reference } from './node.ts'
import { createScanner } from './scanner.ts'

/** Maximum nesting of objects and lists, and length of a path. Real configurations need about 12. */
const deepest = 128

const dot = 46
const number = /-?(?:(?:0|[1-9]\d*)(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?/y
const wholeNumber = new RegExp(`^(?:${number.source})$`)
const inclusion = /include[^\S\n]*(?:"|(?:required|url|file|classpath)\()/y

/** Parses a text and merges values of the same key. References are not resolved. */
export function parseHocon(text: string, stop: Fail): Branch {
  const scanner = createScanner(text)
  const path: (string | number)[] = []
  const fail = (reason: string, at = scanner.at): never => stop(reason, at, path)

  function root(): Branch {
    scanner.skipLines()
    if (scanner.peek() === '[') fail('a configuration must begin with a key or {, not with a list')
    if (scanner.peek() !== '{') return fields('')
    const branch = object()
    scanner.skipLines()
    return scanner.peek() === '' ? branch : fail(`unexpected ${shown()} after the end of the configuration`)
  }

  const object = (): Branch => {
    scanner.take('{')
    return fields('}')
  }

  function fields(end: '}' | ''): Branch {
    const branch: Branch = { kind: 'branch', cells: new Map(), at: scanner.at }
    elements(end, () => field(branch))
    return branch
  }

  function list(): List {
    const { at } = scanner
    const items: Node[] = []
    scanner.take('[')
    elements(']', () => items.push(below([items.length], value)))
    return { kind: 'list', items, at }
  }

  /** Parses elements separated by commas or line breaks, up to `end`. */
  function elements(end: string, element: () => void): void {
    const start = scanner.at - 1
    for (;;) {
      scanner.skipLines()
      if (scanner.peek() === '' && end !== '') fail(`the closing ${end} is missing`, start)
      if (scanner.peek() === end) break
      if (scanner.peek() === ',') fail('a value is missing before this comma')
      element()
      const isNewLine = scanner.skipLines()
      if (!scanner.take(',') && !isNewLine && scanner.peek() !== end) {
        if (scanner.peek() === '' && end !== '') fail(`the closing ${end} is missing`, start)
        fail(`expected a comma or a new line before ${shown()}`)
      }
    }
    scanner.take(end)
  }

  function field(branch: Branch): void {
    const { at } = scanner
    if (scanner.match(inclusion) !== undefined) fail('include is not supported', at)
    const keys = keyPath()
    below(
      keys.map(({ name }) => name),
      () => assign(branch, keys, assigned(at)),
    )
  }

  function assigned(at: number): Layer {
    const end = scanner.at
    scanner.skipLines()
    const isAppend = scanner.take('+=')
    if (!isAppend && !scanner.take('=') && !scanner.take(':') && scanner.peek() !== '{') {
      fail('expected =, : or { after the key (keys with spaces or special characters need quotes)', end)
    }
    scanner.skipLines()
    const node = value()
    return isAppend ? { kind: 'append', path: [...path], item: node, at } : node
  }

  /** `a."b.c".d` */
  function keyPath(): { name: string; at: number }[] {
    const keys: { name: string; at: number }[] = []
    do {
      const { at } = scanner
      const name = keyName()
      if (scanner.at === at) fail(scanner.peek() === '' ? 'a key is missing' : `expected a key before ${shown()}`)
      keys.push({ name, at })
      if (keys.length > deepest) fail(`the path has more than ${deepest} keys`, at)
    } while (scanner.take('.'))
    return keys
  }

  function keyName(): string {
    let name = ''
    for (;;) {
      const { at } = scanner
      name += scanner.peek() === '"' ? scanner.quoted(fail) : scanner.bare(dot)
      if (scanner.at === at) return name
    }
  }

  /** Parses one value, or several adjacent ones, up to the end of the line or element. */
  function value(): Node {
    const { at } = scanner
    const parts: { gap: string; node: Node }[] = []
    for (;;) {
      const gapAt = scanner.at
      scanner.skipBlanks()
      if ('\n,}]'.includes(scanner.peek()) || scanner.atComment()) break // also at the end of the text, where it is empty
      const gap = text.slice(gapAt, scanner.at)
      parts.push({ gap, node: part() })
    }
    const [first] = parts
    if (!first) return fail('a value is missing', at)
    return parts.length === 1 ? first.node : { kind: 'joined', parts, at }
  }

  function part(): Node {
    const { at } = scanner
    switch (scanner.peek()) {
      case '{':
        return object()
      case '[':
        return list()
      case '"': {
        const string = scanner.quoted(fail)
        return { kind: 'scalar', value: string, source: string, at }
      }
      case '$':
        return reference()
      default:
        return word()
    }
  }

  function reference(): Reference {
    const { at } = scanner
    if (!scanner.take('${')) fail('$ needs quotes unless it begins a reference such as ${a.key}')
    const optional = scanner.take('?')
    scanner.skipBlanks()
    const keys = keyPath()
    scanner.skipBlanks()
    if (!scanner.take('}')) fail('the closing } of this reference is missing', at)
    return { kind: 'reference', path: keys.map(({ name }) => name), optional, at }
  }

  function word(): Node {
    const { at } = scanner
    scanner.match(number) // only numbers may contain + without quotes: 1e+21
    scanner.bare()
    if (scanner.at === at) fail(`${shown()} needs quotes${hint()}`)
    const source = text.slice(at, scanner.at)
    return { kind: 'scalar', value: meaning(source, at), source, at }
  }

  function meaning(source: string, at: number): string | number | boolean | null {
    if (source === 'true' || source === 'false') return source === 'true'
    if (source === 'null') return null
    if (!wholeNumber.test(source)) return source
    return Number.isFinite(Number(source)) ? Number(source) : fail('this number is too large', at)
  }

  function below<T>(keys: readonly (string | number)[], read: () => T): T {
    path.push(...keys)
    if (path.length > deepest) fail(`nested deeper than ${deepest} levels`)
    const result = read()
    path.length -= keys.length
    return result
  }

  const hint = (): string => ('=:'.includes(scanner.peek()) ? ', or a comma or new line is missing before the key' : '')

  const shown = (): string => {
    const char = String.fromCodePoint(text.codePointAt(scanner.at) ?? 32)
    return char === '\n' || char === '\r' ? 'the end of the line' : `“${char}”`
  }

  return root()
}
