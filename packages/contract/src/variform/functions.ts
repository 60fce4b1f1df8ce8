import type { Text } from '../struct/struct.ts'

interface VariformFunction {
  /** Arguments. */
  readonly least: number
  readonly most: number
  /** How it is called, for completion: `nth(n, list)`. */
  readonly usage: string
  readonly help: Text
}

const define = (usage: string, least: number, most: number, en: string, zh: string): VariformFunction => ({
  usage,
  least,
  most,
  help: { en, zh },
})
const many = Number.POSITIVE_INFINITY

/** The functions of EMQX 5.8's variform. */
export const functions = {
  coalesce: define('coalesce(a, b, ...)', 1, many, 'The first that is not empty', '第一个非空的值'),
  iif: define(
    'iif(condition, a, b)',
    3,
    3,
    'a when the condition is true or not empty, otherwise b',
    '条件为真或非空时取 a，否则取 b',
  ),
  is_empty: define('is_empty(a)', 1, 1, 'Whether it is empty or missing', '是否为空或不存在'),
  is_empty_val: define('is_empty_val(a)', 1, 1, 'Whether the value is empty', '值是否为空'),
  not: define('not(a)', 1, 1, 'The opposite of true or false', '布尔值取反'),

  lower: define('lower(text)', 1, 1, 'In lower case', '转换为小写'),
  upper: define('upper(text)', 1, 1, 'In upper case', '转换为大写'),
  trim: define(
    'trim(text, characters)',
    1,
    2,
    'Without blanks, or those characters, at both ends',
    '去除两端的空白或指定字符',
  ),
  ltrim: define('ltrim(text, characters)', 1, 2, 'The same at the beginning', '去除开头的空白或指定字符'),
  rtrim: define('rtrim(text, characters)', 1, 2, 'The same at the end', '去除末尾的空白或指定字符'),
  reverse: define('reverse(text)', 1, 1, 'Backwards', '反转文本'),
  strlen: define('strlen(text)', 1, 1, 'How many characters it has', '字符数'),
  substr: define('substr(text, start, length)', 2, 3, 'A part of it; counts from 0', '截取文本，从 0 开始计数'),
  rm_prefix: define('rm_prefix(text, prefix)', 2, 2, 'Without the prefix, if it has it', '去除前缀（若存在）'),
  concat: define(
    'concat(a, b)',
    1,
    2,
    'Two values, or all of a list, in one text',
    '将两个值或列表中的所有值拼接为文本',
  ),
  split: define('split(text, separator, option)', 2, 3, 'The parts between separators', '按分隔符拆分'),
  tokens: define(
    "tokens(text, characters, 'nocrlf')",
    2,
    3,
    'The parts between any of the characters',
    '按任一字符拆分，忽略空部分',
  ),
  nth: define('nth(n, list)', 2, 2, 'One of a list; counts from 1', '列表中的第 n 个，从 1 开始计数'),
  join_to_string: define(
    'join_to_string(separator, list)',
    1,
    2,
    'The values of a list in one text',
    '将列表的值连接为文本',
  ),
  sprintf_s: define(
    "sprintf_s('~s', [a])",
    2,
    2,
    'Fills the places ~s, ~p, ~w, ~b of a text',
    '填充文本中的 ~s、~p、~w、~b',
  ),
  pad: define(
    "pad(text, length, 'leading', character)",
    2,
    4,
    'Made longer with blanks or a character',
    '用空格或指定字符补足长度',
  ),
  replace: define("replace(text, what, by, 'all')", 3, 4, 'With one part replaced by another', '替换文本中的部分内容'),
  find: define("find(text, what, 'leading')", 2, 3, 'From where it is found to the end', '从找到的位置直到末尾'),
  ascii: define('ascii(text)', 1, 1, 'The number of its first byte', '首字节的编码'),
  unescape: define(
    "unescape('\\n')",
    1,
    1,
    'With \\n, \\t, \\xHH and the like in effect',
    '解释 \\n、\\t、\\xHH 等转义',
  ),
  any_to_str: define('any_to_str(a)', 1, 1, 'The value as text', '转换为文本'),

  regex_match: define('regex_match(text, pattern)', 2, 2, 'Whether the pattern is found in it', '是否匹配正则表达式'),
  regex_replace: define(
    'regex_replace(text, pattern, by)',
    3,
    3,
    'With all that matches replaced',
    '替换所有匹配的内容',
  ),
  regex_extract: define(
    "regex_extract(text, '(group)')",
    2,
    2,
    'The groups of the first match as a list',
    '首次匹配的各个分组',
  ),

  hash: define(
    "hash('sha256', text)",
    2,
    2,
    'Its hash in hexadecimal: md5, sha1, sha256, sha512, ...',
    '十六进制哈希值：md5、sha1、sha256、sha512 等',
  ),
  hash_to_range: define(
    'hash_to_range(text, from, to)',
    3,
    3,
    'A number between two, always the same for the same text',
    '将文本映射到区间内的固定数字',
  ),
  map_to_range: define(
    'map_to_range(value, from, to)',
    3,
    3,
    'A number or bytes folded into a range',
    '将数字或字节折算到区间内',
  ),
  bin2hexstr: define('bin2hexstr(bytes)', 1, 1, 'Bytes in hexadecimal', '字节转换为十六进制'),
  hexstr2bin: define('hexstr2bin(text)', 1, 1, 'Bytes of hexadecimal', '十六进制转换为字节'),
  int2hexstr: define('int2hexstr(number)', 1, 1, 'A whole number in hexadecimal', '整数转换为十六进制'),
  base64_encode: define('base64_encode(bytes)', 1, 1, 'Bytes in base64', '转换为 base64'),
  base64_decode: define('base64_decode(text)', 1, 1, 'Bytes of base64', '由 base64 还原'),
  rand_str: define('rand_str(length)', 1, 1, 'Random letters and digits', '随机字母和数字'),
  rand_int: define('rand_int(most)', 1, 1, 'A random number from 1', '从 1 开始的随机整数'),
  timestamp_s: define('timestamp_s()', 0, 0, 'Seconds since 1970', '自 1970 年起的秒数'),
  timestamp_ms: define('timestamp_ms()', 0, 0, 'Milliseconds since 1970', '自 1970 年起的毫秒数'),
  getenv: define("getenv('NAME')", 1, 1, 'The environment variable EMQXVAR_NAME', '环境变量 EMQXVAR_NAME 的值'),

  str_comp: define('str_comp(a, b)', 2, 2, 'lt, eq or gt: the order of two texts', '比较文本：lt、eq 或 gt'),
  str_eq: define('str_eq(a, b)', 2, 2, 'Whether two texts are the same', '文本是否相同'),
  str_neq: define('str_neq(a, b)', 2, 2, 'Whether they differ', '文本是否不同'),
  str_lt: define('str_lt(a, b)', 2, 2, 'Whether a comes before b', 'a 是否排在 b 之前'),
  str_lte: define('str_lte(a, b)', 2, 2, 'Whether a does not come after b', 'a 是否不排在 b 之后'),
  str_gt: define('str_gt(a, b)', 2, 2, 'Whether a comes after b', 'a 是否排在 b 之后'),
  str_gte: define('str_gte(a, b)', 2, 2, 'Whether a does not come before b', 'a 是否不排在 b 之前'),
  num_comp: define('num_comp(a, b)', 2, 2, 'lt, eq or gt: the order of two numbers', '比较数字：lt、eq 或 gt'),
  num_eq: define('num_eq(a, b)', 2, 2, 'Whether two numbers are the same', '数字是否相等'),
  num_neq: define('num_neq(a, b)', 2, 2, 'Whether they differ', '数字是否不等'),
  num_lt: define('num_lt(a, b)', 2, 2, 'Whether a is less', 'a 是否小于 b'),
  num_lte: define('num_lte(a, b)', 2, 2, 'Whether a is not more', 'a 是否不大于 b'),
  num_gt: define('num_gt(a, b)', 2, 2, 'Whether a is more', 'a 是否大于 b'),
  num_gte: define('num_gte(a, b)', 2, 2, 'Whether a is not less', 'a 是否不小于 b'),
} as const satisfies Readonly<Record<string, VariformFunction>>

export type VariformFunctionName = keyof typeof functions

export const isFunctionName = (name: string): name is VariformFunctionName => Object.hasOwn(functions, name)

/** `1 or 2 arguments` */
export function argumentsOf(name: VariformFunctionName): string {
  const { least, most }: VariformFunction = functions[name]
  if (most === many) return `at least ${least} ${plural(least)}`
  if (least === most) return `${least} ${plural(least)}`
  return most === least + 1 ? `${least} or ${most} arguments` : `${least} to ${most} arguments`
}

const plural = (count: number) => (count === 1 ? 'argument' : 'arguments')
