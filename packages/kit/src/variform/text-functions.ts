import { charactersOf, fail, toInteger, toList, toText, type VariformValue } from './values.ts'

type Args = readonly [VariformValue, VariformValue, VariformValue, VariformValue]

/** How often a function may repeat a character: more than any text may have is of no use. */
const longestPadding = 64 * 1024

export const textFunctions = {
  lower: ([text]: Args) => toText(text).toLowerCase(),
  upper: ([text]: Args) => toText(text).toUpperCase(),
  trim: ([text, characters]: Args) => trimEnd(trimStart(toText(text), characters), characters),
  ltrim: ([text, characters]: Args) => trimStart(toText(text), characters),
  rtrim: ([text, characters]: Args) => trimEnd(toText(text), characters),
  reverse: ([text]: Args) => charactersOf(toText(text)).reverse().join(''),
  strlen: ([text]: Args) => charactersOf(toText(text)).length,
  substr: ([text, start, length]: Args) => {
    const from = toInteger(start)
    if (from < 0) return fail('substr counts from 0')
    return charactersOf(toText(text))
      .slice(from, length === undefined ? undefined : from + Math.max(0, toInteger(length)))
      .join('')
  },
  rm_prefix: ([text, prefix]: Args) => {
    const [whole, start] = [toText(text), toText(prefix)]
    return whole.startsWith(start) ? whole.slice(start.length) : whole
  },
  concat: ([first, second]: Args) => (second === undefined ? toList(first) : [first, second]).map(toText).join(''),
  split: ([text, separator, option]: Args) => split(toText(text), toText(separator), option),
  tokens: ([text, separators, option]: Args) => {
    const between = new Set(charactersOf(toText(separators) + (option === 'nocrlf' ? '\r\n' : '')))
    return tokensOf(toText(text), between)
  },
  nth: ([n, list]: Args) => {
    // EMQX takes the digits of a text as well.
    const index = typeof n === 'string' && /^\d+$/.test(n) ? Number(n) : toInteger(n)
    return index >= 1 ? (toList(list)[index - 1] ?? '') : fail('nth counts from 1')
  },
  join_to_string: ([separator, list]: Args) =>
    list === undefined ? toList(separator).map(toText).join(', ') : toList(list).map(toText).join(toText(separator)),
  sprintf_s: ([format, values]: Args) => sprintf(toText(format), toList(values)),
  pad: ([text, length, option, character]: Args) =>
    pad(toText(text), toInteger(length), option ?? 'trailing', character === undefined ? ' ' : toText(character)),
  replace: ([text, what, by, option]: Args) => replace(toText(text), toText(what), toText(by), option ?? 'all'),
  find: ([text, what, option]: Args) => {
    const [whole, part] = [toText(text), toText(what)]
    const at = option === 'trailing' ? whole.lastIndexOf(part) : whole.indexOf(part)
    return at < 0 ? '' : whole.slice(at)
  },
  ascii: ([text]: Args) => Buffer.from(toText(text))[0] ?? fail('ascii of nothing'),
  unescape: ([text]: Args) => interpretEscapes(toText(text)),
  any_to_str: ([value]: Args) => toText(value),
}

const blanks = undefined

function trimStart(text: string, characters: VariformValue | undefined): string {
  if (characters === blanks) return text.trimStart()
  const unwanted = new Set(charactersOf(toText(characters)))
  const all = charactersOf(text)
  const first = all.findIndex((one) => !unwanted.has(one))
  return first < 0 ? '' : all.slice(first).join('')
}

function trimEnd(text: string, characters: VariformValue | undefined): string {
  if (characters === blanks) return text.trimEnd()
  const unwanted = new Set(charactersOf(toText(characters)))
  const all = charactersOf(text)
  return all.slice(0, all.findLastIndex((one) => !unwanted.has(one)) + 1).join('')
}

function split(text: string, separator: string, option: VariformValue | undefined): string[] {
  if (separator === '') return fail('split needs a separator')
  const way = option === undefined ? 'all' : toText(option)
  const parts = way.startsWith('leading')
    ? splitOnce(text, separator, text.indexOf(separator))
    : way.startsWith('trailing')
      ? splitOnce(text, separator, text.lastIndexOf(separator))
      : text.split(separator)
  return way.endsWith('notrim') ? parts : parts.filter((part) => part !== '')
}

const splitOnce = (text: string, separator: string, at: number) =>
  at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)]

function tokensOf(text: string, between: ReadonlySet<string>): string[] {
  const found: string[] = []
  let current = ''
  for (const character of text) {
    if (!between.has(character)) current += character
    else if (current !== '') {
      found.push(current)
      current = ''
    }
  }
  return current === '' ? found : [...found, current]
}

/** Erlang's `io_lib:format` as far as texts and numbers go. */
function sprintf(format: string, values: readonly VariformValue[]): string {
  let used = 0
  const take = () => values[used++] ?? fail('sprintf_s has fewer values than places')
  const text = format.replaceAll(/~(?:(\d+)?\.?(\d+)?)([spwbBnf~])/g, (_, _width, precision, kind) => {
    if (kind === '~') return '~'
    if (kind === 'n') return '\n'
    if (kind === 'f') return toNumberOf(take()).toFixed(precision === undefined ? 6 : Number(precision))
    return toText(take())
  })
  return used === values.length ? text : fail('sprintf_s has more values than places')
}

const toNumberOf = (value: VariformValue) => (typeof value === 'number' ? value : fail('~f needs a number'))

function pad(text: string, length: number, option: VariformValue, character: string): string {
  if (length > longestPadding) return fail('pad is too long')
  const missing = Math.max(0, length - charactersOf(text).length)
  if (option === 'leading') return character.repeat(missing) + text
  if (option === 'trailing') return text + character.repeat(missing)
  if (option !== 'both') return fail('pad knows leading, trailing and both')
  const before = Math.floor(missing / 2)
  return character.repeat(before) + text + character.repeat(missing - before)
}

function replace(text: string, what: string, by: string, option: VariformValue): string {
  if (what === '') return text
  if (option === 'all') {
    const parts = text.split(what)
    if ((parts.length - 1) * by.length > longestPadding) return fail('replace makes the text too long')
    return parts.join(by)
  }
  const at = option === 'trailing' ? text.lastIndexOf(what) : text.indexOf(what)
  return at < 0 ? text : text.slice(0, at) + by + text.slice(at + what.length)
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\',
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  "'": "'",
  '"': '"',
  '?': '?',
}

function interpretEscapes(text: string): string {
  return text.replaceAll(/\\(?:x([0-9A-Fa-f]+)|(.)|$)/gsu, (whole, hex: string | undefined, letter: string) => {
    if (hex === undefined) return escapes[letter] ?? fail(`${whole} is no escape`)
    const code = Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : fail(`${whole} is no character`)
  })
}
