import type { Text } from '@mqdeck/contract'
import {
  charactersOf,
  extract,
  matches,
  pad,
  padWays,
  replace,
  replaceMatches,
  replaceWays,
  split,
  splitWays,
  tokens,
  trimEnd,
  trimStart,
  unescapeText,
} from '@mqdeck/kit/text'
import type { Value } from '../value.ts'
import { bytes, count, fail, list, longest, option, text, unfit } from './arguments.ts'
import { formatText } from './format.ts'
import { defineFamily } from './function.ts'
import { sqlFunction } from './sql-function.ts'
import { toText } from './values.ts'

/** A text made of one text. */
const ofText = (name: string, help: Text, run: (text: string) => string, example: readonly [string, Value]) =>
  sqlFunction({ name, takes: 'text', help, examples: [example], run: (args) => run(text(args, 0)) })

export const strings = defineFamily({
  id: 'strings',
  title: { en: 'Text', zh: '字符串操作' },
  functions: [
    ofText('lower', { en: 'The text in lower case.', zh: '转换为小写。' }, (it) => it.toLowerCase(), [
      `lower('Hello')`,
      'hello',
    ]),
    ofText('upper', { en: 'The text in upper case.', zh: '转换为大写。' }, (it) => it.toUpperCase(), [
      `upper('hello')`,
      'HELLO',
    ]),
    ofText(
      'trim',
      { en: 'The text without blanks at either end.', zh: '去除首尾空白字符。' },
      (it) => trimEnd(trimStart(it)),
      [`trim('  hello ')`, 'hello'],
    ),
    ofText('ltrim', { en: 'The text without blanks at its start.', zh: '去除开头的空白字符。' }, trimStart, [
      `ltrim('  hello ')`,
      'hello ',
    ]),
    ofText('rtrim', { en: 'The text without blanks at its end.', zh: '去除末尾的空白字符。' }, trimEnd, [
      `rtrim(' hello  ')`,
      ' hello',
    ]),
    ofText(
      'reverse',
      { en: 'The characters from last to first.', zh: '反转字符串。' },
      (it) => charactersOf(it).toReversed().join(''),
      [`reverse('hello')`, 'olleh'],
    ),
    sqlFunction({
      name: 'strlen',
      takes: 'text',
      help: { en: 'How many characters the text has.', zh: '字符串的字符数。' },
      examples: [
        [`strlen('hello')`, 5n],
        [`strlen('你好')`, 2n],
      ],
      run: (args) => BigInt(charactersOf(text(args, 0)).length),
    }),
    sqlFunction({
      name: 'substr',
      takes: 'text, start, length?',
      help: {
        en: 'The characters from a place counted from 0, to the end or as many as the length says.',
        zh: '从指定位置（从 0 开始）截取子串，可指定长度。',
      },
      examples: [
        [`substr('abcdef', 2)`, 'cdef'],
        [`substr('abcdef', 2, 3)`, 'cde'],
      ],
      run: (args) => {
        const start = place(args, 1)
        const end = args.length > 2 ? start + place(args, 2) : undefined
        return charactersOf(text(args, 0)).slice(start, end).join('')
      },
    }),
    sqlFunction({
      name: 'split',
      takes: 'text, separator, option?',
      help: {
        en: `The parts between separators, without empty ones. Options: 'notrim' keeps empty parts, 'leading' and 'trailing' split at the first or last separator only; also 'leading_notrim' and 'trailing_notrim'.`,
        zh: `按分隔符拆分，丢弃空串。选项：'notrim' 保留空串，'leading'、'trailing' 仅在首个或末个分隔符处拆分，另有 'leading_notrim' 和 'trailing_notrim'。`,
      },
      examples: [
        [`split('a;', ';')`, ['a']],
        [`split('a;b;c', ';', 'leading')`, ['a', 'b;c']],
        [`split('a;', ';', 'notrim')`, ['a', '']],
      ],
      run: (args) => split(text(args, 0), text(args, 1), args.length > 2 ? option(args, 2, splitWays) : undefined),
    }),
    sqlFunction({
      name: 'concat',
      takes: 'first_or_array, second?',
      help: {
        en: 'Two values, or the items of an array, as texts one after the other.',
        zh: '将两个值或数组元素转换为字符串后连接。',
      },
      examples: [
        [`concat('Name:', 'John')`, 'Name:John'],
        [`concat('a', 1)`, 'a1'],
        [`concat(json_decode('["a", "b", 1]'))`, 'ab1'],
      ],
      run: (args) => (args.length > 1 ? args : list(args, 0)).map(toText).join(''),
    }),
    sqlFunction({
      name: 'tokens',
      takes: 'text, separators, option?',
      help: {
        en: `The runs of characters between any of the separating characters; with 'nocrlf', line ends separate too.`,
        zh: `以任一分隔字符拆分为词；选项 'nocrlf' 表示换行符也作为分隔符。`,
      },
      examples: [
        [`tokens('a;b:c', ';:')`, ['a', 'b', 'c']],
        [`tokens(unescape('a,b\\r\\n'), ',', 'nocrlf')`, ['a', 'b']],
      ],
      run: (args) => {
        if (args.length > 2) option(args, 2, ['nocrlf'])
        return tokens(text(args, 0), new Set(text(args, 1) + (args.length > 2 ? '\r\n' : '')))
      },
    }),
    sqlFunction({
      name: 'sprintf',
      takes: 'format, values...',
      help: {
        en: `Fills the places of an Erlang format: ~s text, ~p any value, ~b integer, ~.2f float, ~n line end, ~~ a tilde.`,
        zh: `按 Erlang 格式填充：~s 字符串，~p 任意值，~b 整数，~.2f 浮点数，~n 换行，~~ 波浪号。`,
      },
      examples: [
        [`sprintf('hello ~s, ~p', 'steve', 2)`, 'hello steve, 2'],
        [`sprintf('~.2f', 3.14159)`, '3.14'],
        [`sprintf('~4..0b', 42)`, '0042'],
      ],
      run: (args) => formatText(text(args, 0), args.slice(1)),
    }),
    sqlFunction({
      name: 'sprintf_s',
      takes: 'format, array',
      help: { en: 'As sprintf, with the values in an array.', zh: '与 sprintf 相同，但值以数组传入。' },
      examples: [[`sprintf_s('~s-~b', json_decode('["a", 7]'))`, 'a-7']],
      run: (args) => formatText(text(args, 0), list(args, 1)),
    }),
    sqlFunction({
      name: 'pad',
      takes: 'text, length, direction?, characters?',
      help: {
        en: `Fills the text up to a length, with blanks or the given characters, at its 'trailing' (default), 'leading' or 'both' ends.`,
        zh: `将字符串补齐到指定长度：默认在末尾（'trailing'）补空格，也可在开头（'leading'）或两端（'both'）补指定字符。`,
      },
      examples: [
        [`pad('hello', 8)`, 'hello   '],
        [`pad('hello', 8, 'leading')`, '   hello'],
        [`pad('hello', 8, 'both', '*')`, '*hello**'],
      ],
      run: (args) => {
        const way = args.length > 2 ? option(args, 2, padWays) : 'trailing'
        return pad(text(args, 0), count(args, 1), way, args.length > 3 ? text(args, 3) : ' ', longest)
      },
    }),
    sqlFunction({
      name: 'replace',
      takes: 'text, search, replacement, where?',
      help: {
        en: `Puts a text in the place of another: at 'all' places (default), the 'leading' or the 'trailing' one.`,
        zh: `替换子串：全部（'all'，默认）、首个（'leading'）或末个（'trailing'）。`,
      },
      examples: [
        [`replace('ababef', 'ab', 'cd')`, 'cdcdef'],
        [`replace('ababef', 'ab', 'cd', 'trailing')`, 'abcdef'],
      ],
      run: (args) => {
        const way = args.length > 3 ? option(args, 3, replaceWays) : 'all'
        return replace(text(args, 0), text(args, 1), text(args, 2), way, longest)
      },
    }),
    sqlFunction({
      name: 'regex_match',
      takes: 'text, pattern',
      help: {
        en: 'Does the regular expression (RE2) match anywhere in the text?',
        zh: '字符串是否匹配正则表达式（RE2 语法）？',
      },
      examples: [
        [`regex_match('123', '^[0-9]+$')`, true],
        [`regex_match('a23', '^[0-9]+$')`, false],
      ],
      run: (args) => matches(text(args, 0), text(args, 1)),
    }),
    sqlFunction({
      name: 'regex_replace',
      takes: 'text, pattern, replacement',
      help: {
        en: 'Replaces all that the regular expression (RE2) matches; & in the replacement is the match, \\1 its first group.',
        zh: '替换所有匹配正则表达式（RE2）的部分；替换串中 & 表示匹配内容，\\1 表示第一个分组。',
      },
      examples: [
        [`regex_replace('hello 123', '[0-9]+', 'world')`, 'hello world'],
        [`regex_replace('accbcd', 'c+', '[&]')`, 'a[cc]b[c]d'],
      ],
      run: (args) => replaceMatches(text(args, 0), text(args, 1), text(args, 2), longest),
    }),
    sqlFunction({
      name: 'regex_extract',
      takes: 'text, pattern',
      help: {
        en: 'What the groups of the regular expression (RE2) caught in its first match; an empty array when there is none.',
        zh: '返回正则表达式（RE2）首次匹配的各分组内容；不匹配时返回空数组。',
      },
      examples: [
        [`regex_extract('Number: 12345', '([0-9]+)')`, ['12345']],
        [`regex_extract('none', '([0-9]+)')`, []],
      ],
      run: (args) => extract(text(args, 0), text(args, 1)),
    }),
    sqlFunction({
      name: 'ascii',
      takes: 'text',
      help: { en: 'The number of the first byte.', zh: '首个字节的数值（ASCII 码）。' },
      examples: [[`ascii('a')`, 97n]],
      run: (args) => BigInt(bytes(args, 0)[0] ?? fail('the text is empty')),
    }),
    sqlFunction({
      name: 'find',
      takes: 'text, search, direction?',
      help: {
        en: `The text from the first place (or with 'trailing' the last one) where something is found; empty when it is not.`,
        zh: `返回从首次（'trailing' 时为末次）找到子串处开始的剩余字符串；找不到时返回空串。`,
      },
      examples: [
        [`find('eeabcabcee', 'abc')`, 'abcabcee'],
        [`find('eeabcabcee', 'abc', 'trailing')`, 'abcee'],
      ],
      run: (args) => {
        const [whole, part] = [text(args, 0), text(args, 1)]
        const isLast = args.length > 2 && option(args, 2, ['leading', 'trailing']) === 'trailing'
        // Nothing is found at once by Erlang in either direction.
        const at = isLast && part !== '' ? whole.lastIndexOf(part) : whole.indexOf(part)
        return at < 0 ? '' : whole.slice(at)
      },
    }),
    sqlFunction({
      name: 'rm_prefix',
      takes: 'text, prefix',
      help: { en: 'The text without the prefix, if it begins with it.', zh: '若以该前缀开头则去除前缀。' },
      examples: [
        [`rm_prefix('foo/bar', 'foo/')`, 'bar'],
        [`rm_prefix('bar', 'foo/')`, 'bar'],
      ],
      run: (args) => {
        const [whole, prefix] = [text(args, 0), text(args, 1)]
        return whole.startsWith(prefix) ? whole.slice(prefix.length) : whole
      },
    }),
    sqlFunction({
      name: 'unescape',
      takes: 'text',
      help: {
        en: 'Replaces the escape sequences of C, such as \\n, \\t, \\\\ and \\x41, by what they stand for.',
        zh: '将 \\n、\\t、\\\\、\\x41 等转义序列还原为对应字符。',
      },
      examples: [[String.raw`unescape('a\tb\x43')`, 'a\tbC']],
      run: (args) => unescapeText(text(args, 0)),
    }),
  ],
})

/** Counted from 0. */
function place(args: readonly Value[], at: number): number {
  const value = count(args, at)
  return value >= 0 ? value : unfit(at, 'an integer from 0', args[at])
}
