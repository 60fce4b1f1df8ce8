import type { Text } from '../text.ts'

interface VariformFunction {
  readonly minArguments: number
  readonly maxArguments: number
  /** Usage, for completion: `nth(n, list)`. */
  readonly usage: string
  readonly help: Text
}

const define = (
  usage: string,
  minArguments: number,
  maxArguments: number,
  en: string,
  zh: string,
): VariformFunction => ({
  usage,
  minArguments,
  maxArguments,
  help: { en, zh },
})
const many = Number.POSITIVE_INFINITY

/** The functions of EMQX 5.8's variform. */
export const functions = {
  coalesce: define('coalesce(a, b, ...)', 1, many, 'First value that is not empty', '第一个非空的值'),
  iif: define(
    'iif(condition, a, b)',
    3,
    3,
    'a if the condition is true or not empty, otherwise b',
    '条件为真或非空时取 a，否则取 b',
  ),
  is_empty: define('is_empty(a)', 1, 1, 'True if the value is empty or missing', '是否为空或不存在'),
  is_empty_val: define('is_empty_val(a)', 1, 1, 'True if the value is empty', '值是否为空'),
  not: define('not(a)', 1, 1, 'Negates a boolean', '布尔值取反'),

  lower: define('lower(text)', 1, 1, 'Converts text to lower case', '转换为小写'),
  upper: define('upper(text)', 1, 1, 'Converts text to upper case', '转换为大写'),
  trim: define(
    'trim(text, characters)',
    1,
    2,
    'Removes spaces, or the given characters, from both ends',
    '去除两端的空白或指定字符',
  ),
  ltrim: define(
    'ltrim(text, characters)',
    1,
    2,
    'Removes spaces, or the given characters, from the start',
    '去除开头的空白或指定字符',
  ),
  rtrim: define(
    'rtrim(text, characters)',
    1,
    2,
    'Removes spaces, or the given characters, from the end',
    '去除末尾的空白或指定字符',
  ),
  reverse: define('reverse(text)', 1, 1, 'Reverses the text', '反转文本'),
  strlen: define('strlen(text)', 1, 1, 'Number of characters', '字符数'),
  substr: define(
    'substr(text, start, length)',
    2,
    3,
    'Part of the text, with 0 as the first position',
    '截取文本，从 0 开始计数',
  ),
  rm_prefix: define('rm_prefix(text, prefix)', 2, 2, 'Removes the prefix if present', '去除前缀（若存在）'),
  concat: define(
    'concat(a, b)',
    1,
    2,
    'Joins two values, or all values of a list, into one text',
    '将两个值或列表中的所有值拼接为文本',
  ),
  split: define('split(text, separator, option)', 2, 3, 'Splits text at a separator', '按分隔符拆分'),
  tokens: define(
    "tokens(text, characters, 'nocrlf')",
    2,
    3,
    'Splits text at any of the characters and omits empty parts',
    '按任一字符拆分，忽略空部分',
  ),
  nth: define('nth(n, list)', 2, 2, 'Element n of a list, with 1 as the first', '列表中的第 n 个，从 1 开始计数'),
  join_to_string: define(
    'join_to_string(separator, list)',
    1,
    2,
    'Joins the values of a list into one text',
    '将列表的值连接为文本',
  ),
  sprintf_s: define("sprintf_s('~s', [a])", 2, 2, 'Formats text with ~s, ~p, ~w and ~b', '填充文本中的 ~s、~p、~w、~b'),
  pad: define(
    "pad(text, length, 'leading', character)",
    2,
    4,
    'Pads text to a length with spaces or the given character',
    '用空格或指定字符补足长度',
  ),
  replace: define("replace(text, what, by, 'all')", 3, 4, 'Replaces part of the text', '替换文本中的部分内容'),
  find: define("find(text, what, 'leading')", 2, 3, 'Text from the match to the end', '从找到的位置直到末尾'),
  ascii: define('ascii(text)', 1, 1, 'Code of the first byte', '首字节的编码'),
  unescape: define(
    "unescape('\\n')",
    1,
    1,
    'Resolves escape sequences such as \\n, \\t and \\xHH',
    '解释 \\n、\\t、\\xHH 等转义',
  ),
  any_to_str: define('any_to_str(a)', 1, 1, 'Converts a value to text', '转换为文本'),

  regex_match: define('regex_match(text, pattern)', 2, 2, 'True if the text matches the pattern', '是否匹配正则表达式'),
  regex_replace: define('regex_replace(text, pattern, by)', 3, 3, 'Replaces all matches', '替换所有匹配的内容'),
  regex_extract: define(
    "regex_extract(text, '(group)')",
    2,
    2,
    'Groups of the first match, as a list',
    '首次匹配的各个分组',
  ),

  hash: define(
    "hash('sha256', text)",
    2,
    2,
    'Hash in hexadecimal, with md5, sha1, sha256, sha512, ...',
    '十六进制哈希值：md5、sha1、sha256、sha512 等',
  ),
  hash_to_range: define(
    'hash_to_range(text, from, to)',
    3,
    3,
    'Maps text to a fixed number in a range',
    '将文本映射为区间内的固定数字',
  ),
  map_to_range: define(
    'map_to_range(value, from, to)',
    3,
    3,
    'Maps a number or bytes into a range',
    '将数字或字节映射到区间内',
  ),
  bin2hexstr: define('bin2hexstr(bytes)', 1, 1, 'Converts bytes to hexadecimal', '字节转换为十六进制'),
  hexstr2bin: define('hexstr2bin(text)', 1, 1, 'Converts hexadecimal to bytes', '十六进制转换为字节'),
  int2hexstr: define('int2hexstr(number)', 1, 1, 'Converts an integer to hexadecimal', '整数转换为十六进制'),
  base64_encode: define('base64_encode(bytes)', 1, 1, 'Encodes bytes as Base64', '转换为 base64'),
  base64_decode: define('base64_decode(text)', 1, 1, 'Decodes Base64 to bytes', '由 base64 还原'),
  rand_str: define('rand_str(length)', 1, 1, 'Random letters and digits', '随机字母和数字'),
  rand_int: define('rand_int(max)', 1, 1, 'Random integer from 1 to max', '1 到 max 的随机整数'),
  timestamp_s: define('timestamp_s()', 0, 0, 'Seconds since 1970', '自 1970 年起的秒数'),
  timestamp_ms: define('timestamp_ms()', 0, 0, 'Milliseconds since 1970', '自 1970 年起的毫秒数'),
  getenv: define(
    "getenv('NAME')",
    1,
    1,
    'Value of the environment variable EMQXVAR_NAME',
    '环境变量 EMQXVAR_NAME 的值',
  ),

  str_comp: define('str_comp(a, b)', 2, 2, 'Compares two texts and returns lt, eq or gt', '比较文本：lt、eq 或 gt'),
  str_eq: define('str_eq(a, b)', 2, 2, 'True if the texts are equal', '文本是否相同'),
  str_neq: define('str_neq(a, b)', 2, 2, 'True if the texts differ', '文本是否不同'),
  str_lt: define('str_lt(a, b)', 2, 2, 'True if a sorts before b', 'a 是否排在 b 之前'),
  str_lte: define('str_lte(a, b)', 2, 2, 'True if a sorts before b or equals b', 'a 是否不排在 b 之后'),
  str_gt: define('str_gt(a, b)', 2, 2, 'True if a sorts after b', 'a 是否排在 b 之后'),
  str_gte: define('str_gte(a, b)', 2, 2, 'True if a sorts after b or equals b', 'a 是否不排在 b 之前'),
  num_comp: define('num_comp(a, b)', 2, 2, 'Compares two numbers and returns lt, eq or gt', '比较数字：lt、eq 或 gt'),
  num_eq: define('num_eq(a, b)', 2, 2, 'True if the numbers are equal', '数字是否相等'),
  num_neq: define('num_neq(a, b)', 2, 2, 'True if the numbers differ', '数字是否不等'),
  num_lt: define('num_lt(a, b)', 2, 2, 'True if a is less than b', 'a 是否小于 b'),
  num_lte: define('num_lte(a, b)', 2, 2, 'True if a is at most b', 'a 是否不大于 b'),
  num_gt: define('num_gt(a, b)', 2, 2, 'True if a is greater than b', 'a 是否大于 b'),
  num_gte: define('num_gte(a, b)', 2, 2, 'True if a is at least b', 'a 是否不小于 b'),
} as const satisfies Readonly<Record<string, VariformFunction>>

export type VariformFunctionName = keyof typeof functions

export const isFunctionName = (name: string): name is VariformFunctionName => Object.hasOwn(functions, name)

/** `1 or 2 arguments` */
export function argumentsOf(name: VariformFunctionName): string {
  const { minArguments, maxArguments }: VariformFunction = functions[name]
  if (maxArguments === many) return `at least ${minArguments} ${plural(minArguments)}`
  if (minArguments === maxArguments) return `${minArguments} ${plural(minArguments)}`
  return maxArguments === minArguments + 1
    ? `${minArguments} or ${maxArguments} arguments`
    : `${minArguments} to ${maxArguments} arguments`
}

const plural = (count: number) => (count === 1 ? 'argument' : 'arguments')
