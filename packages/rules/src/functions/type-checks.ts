import type { Text } from '@mqdeck/contract'
import { isList, isMap, isText, type Value } from '../value.ts'
import { isMissing } from './arguments.ts'
import { defineFamily } from './function.ts'
import { sqlFunction } from './sql-function.ts'
import { toMap } from './values.ts'

/** A question to one value that is answered for all values. */
const question = (
  name: string,
  help: Text,
  examples: readonly (readonly [expression: string, is: Value])[],
  is: (value: Value) => boolean,
) => sqlFunction({ name, takes: 'value', help, examples, run: ([value]) => is(value) })

export const typeChecks = defineFamily({
  id: 'type-checks',
  title: { en: 'Type checks', zh: '数据类型判断' },
  functions: [
    question(
      'is_null',
      {
        en: 'Is the value undefined, such as a field that is not there? JSON null is a value; see is_null_var.',
        zh: '值是否未定义（例如字段不存在）？JSON 的 null 不算，请用 is_null_var。',
      },
      [
        ['is_null(no_such_field)', true],
        [`is_null('')`, false],
      ],
      (value) => value === undefined,
    ),
    question(
      'is_not_null',
      { en: 'Is there a value? JSON null counts as one.', zh: '值是否已定义？JSON 的 null 也算。' },
      [[`is_not_null('a')`, true]],
      (value) => value !== undefined,
    ),
    question(
      'is_null_var',
      { en: 'Is the value undefined or JSON null?', zh: '值是否未定义或为 JSON 的 null？' },
      [
        [`is_null_var(map_get('a', json_decode('{"a": null}')))`, true],
        ['is_null_var(0)', false],
      ],
      isMissing,
    ),
    question(
      'is_not_null_var',
      { en: 'Is there a value other than JSON null?', zh: '值是否已定义且不为 JSON 的 null？' },
      [['is_not_null_var(0)', true]],
      (value) => !isMissing(value),
    ),
    question(
      'is_str',
      { en: 'Is the value text or bytes?', zh: '值是否为字符串（或字节）？' },
      [
        [`is_str('a')`, true],
        ['is_str(1)', false],
      ],
      isText,
    ),
    question(
      'is_bool',
      { en: 'Is the value true or false?', zh: '值是否为布尔值？' },
      [
        ['is_bool(true)', true],
        [`is_bool('true')`, false],
      ],
      (value) => typeof value === 'boolean',
    ),
    question(
      'is_int',
      { en: 'Is the value an integer?', zh: '值是否为整数？' },
      [
        ['is_int(1)', true],
        ['is_int(1.0)', false],
      ],
      (value) => typeof value === 'bigint',
    ),
    question(
      'is_float',
      { en: 'Is the value a float?', zh: '值是否为浮点数？' },
      [
        ['is_float(1.0)', true],
        ['is_float(1)', false],
      ],
      (value) => typeof value === 'number',
    ),
    question(
      'is_num',
      { en: 'Is the value an integer or a float?', zh: '值是否为整数或浮点数？' },
      [
        ['is_num(1.5)', true],
        [`is_num('1')`, false],
      ],
      (value) => typeof value === 'bigint' || typeof value === 'number',
    ),
    question(
      'is_map',
      { en: 'Is the value a map?', zh: '值是否为映射（Map）？' },
      [
        [`is_map(json_decode('{"a": 1}'))`, true],
        [`is_map('{"a": 1}')`, false],
      ],
      isMap,
    ),
    question(
      'is_array',
      { en: 'Is the value an array?', zh: '值是否为数组？' },
      [[`is_array(json_decode('[1, 2]'))`, true]],
      isList,
    ),
    sqlFunction({
      name: 'is_empty',
      takes: 'value',
      help: {
        en: 'Is the map, the JSON text of a map, or the array empty?',
        zh: '映射、表示映射的 JSON 文本或数组是否为空？',
      },
      examples: [
        [`is_empty('{}')`, true],
        [`is_empty(json_decode('[1]'))`, false],
      ],
      run: (args) => {
        const [value] = args
        return isList(value) ? value.length === 0 : Object.keys(toMap(args, 0)).length === 0
      },
    }),
  ],
})
