import {
  charactersOf,
  pad,
  padWays,
  replace,
  replaceWays,
  split,
  splitWays,
  tokens,
  trimEnd,
  trimStart,
  unescapeText,
} from '../text/index.ts'
import { fail, maxTextLength, toInteger, toList, toText, type VariformValue } from './values.ts'

type Args = readonly [VariformValue, VariformValue, VariformValue, VariformValue]

export const textFunctions = {
  lower: ([text]: Args) => toText(text).toLowerCase(),
  upper: ([text]: Args) => toText(text).toUpperCase(),
  trim: ([text, characters]: Args) => withoutEnd(withoutStart(toText(text), characters), characters),
  ltrim: ([text, characters]: Args) => withoutStart(toText(text), characters),
  rtrim: ([text, characters]: Args) => withoutEnd(toText(text), characters),
  reverse: ([text]: Args) => charactersOf(toText(text)).toReversed().join(''),
  strlen: ([text]: Args) => charactersOf(toText(text)).length,
  substr: ([text, start, length]: Args) => {
    const from = toInteger(start)
    if (from < 0) return fail('substr requires a start of at least 0')
    return charactersOf(toText(text))
      .slice(from, length === undefined ? undefined : from + Math.max(0, toInteger(length)))
      .join('')
  },
  rm_prefix: ([text, prefix]: Args) => {
    const [whole, start] = [toText(text), toText(prefix)]
    return whole.startsWith(start) ? whole.slice(start.length) : whole
  },
  concat: ([first, second]: Args) => (second === undefined ? toList(first) : [first, second]).map(toText).join(''),
  split: ([text, separator, option]: Args) =>
    split(toText(text), toText(separator), option === undefined ? undefined : oneOf(splitWays, option)),
  tokens: ([text, separators, option]: Args) => {
    const between = new Set(charactersOf(toText(separators) + (option === 'nocrlf' ? '\r\n' : '')))
    return tokens(toText(text), between)
  },
  nth: ([n, list]: Args) => {
    // EMQX also accepts digits as text.
    const index = typeof n === 'string' && /^\d+$/.test(n) ? Number(n) : toInteger(n)
    return index >= 1 ? (toList(list)[index - 1] ?? '') : fail('nth requires a number of at least 1')
  },
  join_to_string: ([separator, list]: Args) =>
    list === undefined ? toList(separator).map(toText).join(', ') : toList(list).map(toText).join(toText(separator)),
  sprintf_s: ([format, values]: Args) => sprintf(toText(format), toList(values)),
  pad: ([text, length, option, character]: Args) =>
    pad(
      toText(text),
      toInteger(length),
      oneOf(padWays, option ?? 'trailing'),
      character === undefined ? ' ' : toText(character),
      maxTextLength,
    ),
  replace: ([text, what, by, option]: Args) =>
    replace(toText(text), toText(what), toText(by), oneOf(replaceWays, option ?? 'all'), maxTextLength),
  find: ([text, what, option]: Args) => {
    const [whole, part] = [toText(text), toText(what)]
    const at = option === 'trailing' ? whole.lastIndexOf(part) : whole.indexOf(part)
    return at < 0 ? '' : whole.slice(at)
  },
  ascii: ([text]: Args) => Buffer.from(toText(text))[0] ?? fail('ascii requires text'),
  unescape: ([text]: Args) => unescapeText(toText(text)),
  any_to_str: ([value]: Args) => toText(value),
}

/** One of the options of a function. */
function oneOf<const Word extends string>(words: readonly Word[], value: VariformValue): Word {
  return words.find((word) => word === value) ?? fail(`the option must be one of ${words.join(', ')}`)
}

/** Spaces, unless other characters are given. */
function withoutStart(text: string, characters: VariformValue | undefined): string {
  if (characters === undefined) return trimStart(text)
  const unwanted = new Set(charactersOf(toText(characters)))
  const all = charactersOf(text)
  const first = all.findIndex((one) => !unwanted.has(one))
  return first < 0 ? '' : all.slice(first).join('')
}

function withoutEnd(text: string, characters: VariformValue | undefined): string {
  if (characters === undefined) return trimEnd(text)
  const unwanted = new Set(charactersOf(toText(characters)))
  const all = charactersOf(text)
  return all.slice(0, all.findLastIndex((one) => !unwanted.has(one)) + 1).join('')
}

/** Erlang's `io_lib:format`, limited to texts and numbers. */
function sprintf(format: string, values: readonly VariformValue[]): string {
  let used = 0
  const take = () => values[used++] ?? fail('sprintf_s has fewer values than placeholders')
  const text = format.replaceAll(/~(?:(\d+)?\.?(\d+)?)([spwbBnf~])/g, (_, _width, precision, kind) => {
    if (kind === '~') return '~'
    if (kind === 'n') return '\n'
    if (kind === 'f') return toNumberOf(take()).toFixed(precision === undefined ? 6 : Number(precision))
    return toText(take())
  })
  return used === values.length ? text : fail('sprintf_s has more values than placeholders')
}

const toNumberOf = (value: VariformValue) => (typeof value === 'number' ? value : fail('~f requires a number'))
