import type { Text } from '@mqdeck/contract'
import type { Value } from '@mqdeck/kit/json'
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
import { bytes, count, fail, list, maxLength, option, rejectArgument, text } from './arguments.ts'
import { formatText } from './format.ts'
import { defineFamily } from './function.ts'
import { sqlFunction } from './sql-function.ts'
import { toText } from './values.ts'

/** Defines a function that converts a string. */
const ofText = (name: string, help: Text, run: (text: string) => string, example: readonly [string, Value]) =>
  sqlFunction({ name, takes: 'text', help, examples: [example], run: (args) => run(text(args, 0)) })

export const strings = defineFamily({
  id: 'strings',
  title: { en: 'Strings', zh: '字符串操作' },
  functions: [
    ofText('lower', { en: 'Converts a string to lower case.', zh: '转换为小写。' }, (it) => it.toLowerCase(), [
      `lower('Hello')`,
      'hello',
    ]),
    ofText('upper', { en: 'Converts a string to upper case.', zh: '转换为大写。' }, (it) => it.toUpperCase(), [
      `upper('hello')`,
      'HELLO',
    ]),
    ofText(
      'trim',
      { en: 'Removes whitespace at both ends.', zh: '去除首尾空白字符。' },
      (it) => trimEnd(trimStart(it)),
      [`trim('  hello ')`, 'hello'],
    ),
    ofText('ltrim', { en: 'Removes leading whitespace.', zh: '去除开头的空白字符。' }, trimStart, [
      `ltrim('  hello ')`,
      'hello ',
    ]),
    ofText('rtrim', { en: 'Removes trailing whitespace.', zh: '去除末尾的空白字符。' }, trimEnd, [
      `rtrim(' hello  ')`,
      ' hello',
    ]),
    ofText(
      'reverse',
      { en: 'Reverses a string.', zh: '反转字符串。' },
      (it) => charactersOf(it).toReversed().join(''),
      [`reverse('hello')`, 'olleh'],
    ),
    sqlFunction({
      name: 'strlen',
      takes: 'text',
      help: { en: 'Number of characters of a string.', zh: '字符串的字符数。' },
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
        en: 'Substring from a position, counted from 0, with an optional length.',
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
        en: `Splits a string at a separator and drops empty parts. Option 'notrim' keeps them, 'leading' and 'trailing' split only at the first or last separator. 'leading_notrim' and 'trailing_notrim' combine both.`,
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
        en: 'Concatenates two values, or the items of an array, as strings.',
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
        en: `Splits a string into tokens at any of the separator characters. With 'nocrlf', line breaks are separators too.`,
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
        en: `Formats values with an Erlang format string, where ~s is a string, ~p any value, ~b an integer, ~.2f a float, ~n a line break and ~~ a tilde.`,
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
      help: { en: 'Same as sprintf, with the values in an array.', zh: '与 sprintf 相同，但值以数组传入。' },
      examples: [[`sprintf_s('~s-~b', json_decode('["a", 7]'))`, 'a-7']],
      run: (args) => formatText(text(args, 0), list(args, 1)),
    }),
    sqlFunction({
      name: 'pad',
      takes: 'text, length, direction?, characters?',
      help: {
        en: `Pads a string to a length with spaces or the given characters, at its 'trailing' (default), 'leading' or 'both' ends.`,
        zh: `将字符串补齐到指定长度：默认在末尾（'trailing'）补空格，也可在开头（'leading'）或两端（'both'）补指定字符。`,
      },
      examples: [
        [`pad('hello', 8)`, 'hello   '],
        [`pad('hello', 8, 'leading')`, '   hello'],
        [`pad('hello', 8, 'both', '*')`, '*hello**'],
      ],
      run: (args) => {
        const way = args.length > 2 ? option(args, 2, padWays) : 'trailing'
        return pad(text(args, 0), count(args, 1), way, args.length > 3 ? text(args, 3) : ' ', maxLength)
      },
    }),
    sqlFunction({
      name: 'replace',
      takes: 'text, search, replacement, where?',
      help: {
        en: `Replaces 'all' occurrences (default), or only the first ('leading') or the last ('trailing').`,
        zh: `替换子串：全部（'all'，默认）、首个（'leading'）或末个（'trailing'）。`,
      },
      examples: [
        [`replace('ababef', 'ab', 'cd')`, 'cdcdef'],
        [`replace('ababef', 'ab', 'cd', 'trailing')`, 'abcdef'],
      ],
      run: (args) => {
        const way = args.length > 3 ? option(args, 3, replaceWays) : 'all'
        return replace(text(args, 0), text(args, 1), text(args, 2), way, maxLength)
      },
    }),
    sqlFunction({
      name: 'regex_match',
      takes: 'text, pattern',
      help: {
        en: 'True if the regular expression (RE2) matches any part of the string.',
        zh: '字符串的任意部分匹配正则表达式（RE2 语法）时返回 true。',
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
        en: 'Replaces all matches of a regular expression (RE2). In the replacement, & is the match and \\1 its first group.',
        zh: '替换所有匹配正则表达式（RE2）的部分；替换串中 & 表示匹配内容，\\1 表示第一个分组。',
      },
      examples: [
        [`regex_replace('hello 123', '[0-9]+', 'world')`, 'hello world'],
        [`regex_replace('accbcd', 'c+', '[&]')`, 'a[cc]b[c]d'],
      ],
      run: (args) => replaceMatches(text(args, 0), text(args, 1), text(args, 2), maxLength),
    }),
    sqlFunction({
      name: 'regex_extract',
      takes: 'text, pattern',
      help: {
        en: 'Groups of the first match of a regular expression (RE2) as an array. The array is empty without a match.',
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
      help: { en: 'Code of the first byte.', zh: '首个字节的数值（ASCII 码）。' },
      examples: [[`ascii('a')`, 97n]],
      run: (args) => BigInt(bytes(args, 0)[0] ?? fail('the text is empty')),
    }),
    sqlFunction({
      name: 'find',
      takes: 'text, search, direction?',
      help: {
        en: `Rest of a string from the first occurrence of the search text, or from the last one with 'trailing'. Empty if it does not occur.`,
        zh: `返回从首次（'trailing' 时为末次）找到子串处开始的剩余字符串；找不到时返回空串。`,
      },
      examples: [
        [`find('eeabcabcee', 'abc')`, 'abcabcee'],
        [`find('eeabcabcee', 'abc', 'trailing')`, 'abcee'],
      ],
      run: (args) => {
        const [whole, part] = [text(args, 0), text(args, 1)]
        const isLast = args.length > 2 && option(args, 2, ['leading', 'trailing']) === 'trailing'
        // An empty search text is not found in either direction, as in Erlang.
        const at = isLast && part !== '' ? whole.lastIndexOf(part) : whole.indexOf(part)
        return at < 0 ? '' : whole.slice(at)
      },
    }),
    sqlFunction({
      name: 'rm_prefix',
      takes: 'text, prefix',
      help: { en: 'Removes a prefix if the string starts with it.', zh: '若以该前缀开头则去除前缀。' },
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
        en: 'Replaces C escape sequences such as \\n, \\t, \\\\ and \\x41 with their characters.',
        zh: '将 \\n、\\t、\\\\、\\x41 等转义序列还原为对应字符。',
      },
      examples: [[String.raw`unescape('a\tb\x43')`, 'a\tbC']],
      run: (args) => unescapeText(text(args, 0)),
    }),
  ],
})

function place(args: readonly Value[], at: number): number {
  const value = count(args, at)
  return value >= 0 ? value : rejectArgument(at, 'an integer of 0 or greater', args[at])
}
