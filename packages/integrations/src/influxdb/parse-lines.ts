/** A line of `write_syntax`. All texts can contain placeholders. */
export interface LineText {
  readonly measurement: string
  readonly tags: readonly (readonly [key: string, value: string])[]
  readonly fields: readonly FieldText[]
  readonly timestamp: string | undefined
}

export interface FieldText {
  readonly key: string
  readonly value: string
  /** True for a string in double quotes. */
  readonly isQuoted: boolean
}

const inMeasurement = ', '
const inKey = ',= '
const inQuotes = '"\\'

/**
 * Parses the line protocol with the escapes of EMQX, several lines and an optional timestamp.
 * @throws {Error} with the expected syntax and its position
 */
export function parseLines(text: string): readonly LineText[] {
  const source = createSource(text.replaceAll('\r\n', '\n'))
  const lines: LineText[] = []
  for (source.skip(' \n'); !source.isAtEnd(); source.skip(' \n')) lines.push(parseLine(source))
  if (lines.length === 0) throw new Error('the line protocol has no lines')
  return lines
}

function parseLine(source: Source): LineText {
  const measurement = source.until(inMeasurement, inMeasurement, 'the measurement')
  const tags: (readonly [string, string])[] = []
  if (source.take(',')) {
    do tags.push([parseKey(source), source.until(', ', inKey, 'the value of a tag')])
    while (source.takeBetween(','))
  }
  if (!source.take(' ')) source.fail('a space before the fields')
  source.skip(' ')
  const fields: FieldText[] = []
  do fields.push(parseField(source))
  while (source.takeBetween(','))
  return { measurement, tags, fields, timestamp: parseTimestamp(source) }
}

function parseKey(source: Source): string {
  const key = source.until('=', inKey, 'a name')
  if (!source.take('=')) source.fail(`= after ${key}`)
  return key
}

function parseField(source: Source): FieldText {
  const key = parseKey(source)
  if (!source.take('"')) return { key, value: source.until(', \n', inKey, `the value of ${key}`), isQuoted: false }
  const value = source.inQuotes()
  if (!source.isAtEnd() && !', \n'.includes(source.next())) source.fail(`the end of ${key} after its closing quote`)
  return { key, value, isQuoted: true }
}

function parseTimestamp(source: Source): string | undefined {
  if (!source.take(' ')) return undefined
  source.skip(' ')
  if (source.isAtEnd() || source.next() === '\n') return undefined
  return source.until(' \n', inKey, 'the timestamp')
}

type Source = ReturnType<typeof createSource>

function createSource(text: string) {
  let at = 0

  const fail = (expected: string): never => {
    throw new Error(`expected ${expected} at character ${at + 1}`)
  }

  /** A backslash escapes the characters of `escaped`. Before other characters it is kept if allowed. */
  function read(ends: string, escaped: string): string {
    let value = ''
    while (at < text.length) {
      const char = text.charAt(at)
      const nextChar = text.charAt(at + 1)
      if (char === '\\' && nextChar !== '') {
        if (!escaped.includes(nextChar) && escaped.includes('\\')) fail('" or \\ after \\')
        value += escaped.includes(nextChar) ? nextChar : char + nextChar
        at += 2
        continue
      }
      if (ends.includes(char)) break
      if (escaped.includes(char)) fail(`\\ before ${char === ' ' ? 'a space' : char}`)
      value += char
      at += 1
    }
    return value
  }

  return {
    fail,
    isAtEnd: () => at >= text.length,
    next: () => text.charAt(at),
    skip(chars: string): void {
      while (at < text.length && chars.includes(text.charAt(at))) at += 1
    },
    take(char: string): boolean {
      if (text.charAt(at) !== char) return false
      at += 1
      return true
    },
    /** True if the character follows and is followed by a value. */
    takeBetween(char: string): boolean {
      if (text.charAt(at) !== char) return false
      at += 1
      if (at >= text.length || ' \n'.includes(text.charAt(at))) fail(`a value after ${char}`)
      return true
    },
    /** Reads at least one character. */
    until(ends: string, escaped: string, what: string): string {
      const value = read(ends, escaped)
      return value === '' ? fail(what) : value
    },
    inQuotes(): string {
      const value = read('"', inQuotes)
      if (text.charAt(at) !== '"') fail('"')
      at += 1
      return value
    },
  }
}
