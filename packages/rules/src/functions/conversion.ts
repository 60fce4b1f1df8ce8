import { encodeJson, isText, type Value } from '@mqdeck/kit/json'
import { count, fail, fromUtf8, list, maxLength, rejectArgument, text, toFloat } from './arguments.ts'
import { defineFamily } from './function.ts'
import { sqlFunction } from './sql-function.ts'
import { fixedText, floatText, toMap, toText } from './values.ts'

export const conversion = defineFamily({
  id: 'conversion',
  title: { en: 'Conversion', zh: '数据类型转换' },
  functions: [
    sqlFunction({
      name: 'str',
      takes: 'value',
      help: {
        en: 'Converts a value to a string. Maps and arrays become JSON, floats have up to 10 decimals.',
        zh: '将任意值转换为字符串：映射和数组转换为 JSON，浮点数最多保留十位小数。',
      },
      examples: [
        ['str(1234)', '1234'],
        ['str(2.0)', '2.0'],
        [`str(json_decode('{"a":1}'))`, '{"a":1}'],
      ],
      run: ([value]) => (value instanceof Uint8Array ? value : toText(value)),
    }),
    sqlFunction({
      name: 'str_utf8',
      takes: 'value',
      help: { en: 'Converts a value to a UTF-8 string.', zh: '将任意值转换为 UTF-8 字符串。' },
      examples: [[`str_utf8('你好')`, '你好']],
      run: ([value]) => toText(value),
    }),
    sqlFunction({
      name: 'bool',
      takes: 'value',
      help: {
        en: `Converts true, false, 1, 0, 'true' or 'false' to a boolean.`,
        zh: `将 true、false、1、0、'true' 或 'false' 转换为布尔值。`,
      },
      examples: [
        ['bool(1)', true],
        [`bool('false')`, false],
      ],
      run: ([value]) => toBoolean(value),
    }),
    sqlFunction({
      name: 'int',
      takes: 'value',
      help: {
        en: 'Converts a string, a float (rounded down) or a boolean to an integer.',
        zh: '将字符串、浮点数（向下取整）或布尔值转换为整数。',
      },
      examples: [
        [`int('1234')`, 1234n],
        ['int(1.9)', 1n],
        ['int(true)', 1n],
      ],
      run: ([value]) => toInteger(value),
    }),
    sqlFunction({
      name: 'float',
      takes: 'value, decimals?',
      help: {
        en: 'Converts a value to a float, rounded to the given number of decimals.',
        zh: '将值转换为浮点数，可指定保留的小数位数。',
      },
      examples: [
        [`float('3.14')`, 3.14],
        ['float(20)', 20],
        [`float('1.23456', 3)`, 1.235],
      ],
      run: (args) => {
        const value = toFloatOf(args[0])
        return args.length < 2 ? value : Number(fixedText(value, decimals(args, 1, 1)))
      },
    }),
    sqlFunction({
      name: 'float2str',
      takes: 'float, decimals',
      help: {
        en: 'Converts a float to a string with up to the given number of decimals.',
        zh: '将浮点数转换为字符串，最多保留指定的小数位数。',
      },
      examples: [
        ['float2str(20.2, 10)', '20.2'],
        ['float2str(20.2, 15)', '20.199999999999999'],
      ],
      run: (args) => {
        const [value] = args
        return typeof value === 'number' ? floatText(value, decimals(args, 1, 0)) : rejectArgument(0, 'a float', value)
      },
    }),
    sqlFunction({
      name: 'map',
      takes: 'value',
      help: {
        en: 'Converts JSON text or an array of key-value pairs to a map.',
        zh: '将 JSON 文本或键值对数组转换为映射。',
      },
      examples: [[`map('{"a": 1}')`, { a: 1n }]],
      run: (args) => toMap(args, 0),
    }),
    sqlFunction({
      name: 'join_to_string',
      takes: 'separator_or_array, array?',
      help: {
        en: `Joins the items of an array with a separator. Default ', '.`,
        zh: `用分隔符连接数组元素，默认分隔符为 ', '。`,
      },
      examples: [
        [`join_to_string(' ', json_decode('["a", 1, true]'))`, 'a 1 true'],
        [`join_to_string(json_decode('["a", "b"]'))`, 'a, b'],
      ],
      run: (args) => {
        const separator = args.length > 1 ? text(args, 0) : ', '
        return join(list(args, args.length > 1 ? 1 : 0).map(toText), separator)
      },
    }),
    sqlFunction({
      name: 'join_to_sql_values_string',
      takes: 'array',
      help: {
        en: 'Joins the items of an array as SQL values, separated by commas. Strings are quoted, arrays and maps become JSON.',
        zh: '将数组元素连接为 SQL 值列表：字符串加引号，数组和映射转换为 JSON。',
      },
      examples: [[`join_to_sql_values_string(json_decode('["a", 1, [2]]'))`, `'a', 1, '[2]'`]],
      run: (args) => join(list(args, 0).map(toSqlValue), ', '),
    }),
  ],
})

function toBoolean(value: Value): boolean {
  const written = value instanceof Uint8Array ? fromUtf8(value) : value
  if (written === true || written === 'true' || written === 1 || written === 1n) return true
  if (written === false || written === 'false' || written === 0 || written === 0n) return false
  return rejectArgument(0, `true, false, 1, 0, 'true' or 'false'`, value)
}

function toInteger(value: Value): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'number') return wholeOf(value)
  const written = isText(value) ? toText(value) : rejectArgument(0, 'a number, a string or a boolean', value)
  if (integerText.test(written)) return BigInt(written.replace('+', ''))
  return floatPattern.test(written) ? wholeOf(finite(Number(written))) : rejectArgument(0, 'a numeric string', value)
}

const wholeOf = (value: number) => BigInt(Math.floor(finite(value)))

function toFloatOf(value: Value): number {
  if (typeof value === 'number') return value
  if (typeof value === 'bigint') return toFloat(value)
  const written = isText(value) ? toText(value) : rejectArgument(0, 'a number or a numeric string', value)
  if (integerText.test(written)) return toFloat(BigInt(written.replace('+', '')))
  return floatPattern.test(written) ? finite(Number(written)) : rejectArgument(0, 'a numeric string', value)
}

const finite = (value: number) => (Number.isFinite(value) ? value : fail('the number is too large'))

/** Limited to 10000 digits, because the time to parse an integer grows faster than its length. */
const integerText = /^[+-]?\d{1,10000}$/
/** Erlang requires digits on both sides of the point. */
const floatPattern = /^[+-]?\d{1,10000}\.\d{1,10000}(?:[eE][+-]?\d{1,10})?$/

/** Erlang supports 253 decimals, JavaScript 100. All further decimals are 0. */
function decimals(args: readonly Value[], at: number, least: number): number {
  const wanted = count(args, at)
  return wanted >= least && wanted <= 100
    ? wanted
    : rejectArgument(at, `a number of decimals from ${least} to 100`, args[at])
}

function join(texts: readonly string[], separator: string): string {
  const length = texts.reduce((sum, one) => sum + one.length, 0) + separator.length * Math.max(0, texts.length - 1)
  return length <= maxLength ? texts.join(separator) : fail(`the result would be longer than ${maxLength} characters`)
}

/** Escapes quotes and backslashes with a backslash, as EMQX does. */
function toSqlValue(value: Value): string {
  if (value === undefined || value === null) return 'NULL'
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return toText(value)
  const written = typeof value === 'object' && !isText(value) ? encodeJson(value) : toText(value)
  return `'${written.replace(/['\\]/g, (found) => `\\${found}`)}'`
}
