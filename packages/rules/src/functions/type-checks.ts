import type { Text } from '@mqdeck/contract'
import { isList, isMap, isText, type Value } from '@mqdeck/kit/json'
import { isMissing } from './arguments.ts'
import { defineFamily } from './function.ts'
import { sqlFunction } from './sql-function.ts'
import { toMap } from './values.ts'

/** Defines a type check. */
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
        en: 'True if the value is undefined, such as a missing field. JSON null is not undefined, see is_null_var.',
        zh: '值未定义（例如字段不存在）时返回 true。JSON 的 null 不是未定义，请用 is_null_var。',
      },
      [
        ['is_null(no_such_field)', true],
        [`is_null('')`, false],
      ],
      (value) => value === undefined,
    ),
    question(
      'is_not_null',
      {
        en: 'True if the value is defined. JSON null counts as defined.',
        zh: '值已定义时返回 true，JSON 的 null 视为已定义。',
      },
      [[`is_not_null('a')`, true]],
      (value) => value !== undefined,
    ),
    question(
      'is_null_var',
      { en: 'True if the value is undefined or JSON null.', zh: '值未定义或为 JSON 的 null 时返回 true。' },
      [
        [`is_null_var(map_get('a', json_decode('{"a": null}')))`, true],
        ['is_null_var(0)', false],
      ],
      isMissing,
    ),
    question(
      'is_not_null_var',
      { en: 'True if the value is defined and not JSON null.', zh: '值已定义且不为 JSON 的 null 时返回 true。' },
      [['is_not_null_var(0)', true]],
      (value) => !isMissing(value),
    ),
    question(
      'is_str',
      { en: 'True if the value is a string or binary.', zh: '值为字符串或二进制数据时返回 true。' },
      [
        [`is_str('a')`, true],
        ['is_str(1)', false],
      ],
      isText,
    ),
    question(
      'is_bool',
      { en: 'True if the value is a boolean.', zh: '值为布尔值时返回 true。' },
      [
        ['is_bool(true)', true],
        [`is_bool('true')`, false],
      ],
      (value) => typeof value === 'boolean',
    ),
    question(
      'is_int',
      { en: 'True if the value is an integer.', zh: '值为整数时返回 true。' },
      [
        ['is_int(1)', true],
        ['is_int(1.0)', false],
      ],
      (value) => typeof value === 'bigint',
    ),
    question(
      'is_float',
      { en: 'True if the value is a float.', zh: '值为浮点数时返回 true。' },
      [
        ['is_float(1.0)', true],
        ['is_float(1)', false],
      ],
      (value) => typeof value === 'number',
    ),
    question(
      'is_num',
      { en: 'True if the value is an integer or a float.', zh: '值为整数或浮点数时返回 true。' },
      [
        ['is_num(1.5)', true],
        [`is_num('1')`, false],
      ],
      (value) => typeof value === 'bigint' || typeof value === 'number',
    ),
    question(
      'is_map',
      { en: 'True if the value is a map.', zh: '值为映射（Map）时返回 true。' },
      [
        [`is_map(json_decode('{"a": 1}'))`, true],
        [`is_map('{"a": 1}')`, false],
      ],
      isMap,
    ),
    question(
      'is_array',
      { en: 'True if the value is an array.', zh: '值为数组时返回 true。' },
      [[`is_array(json_decode('[1, 2]'))`, true]],
      isList,
    ),
    sqlFunction({
      name: 'is_empty',
      takes: 'value',
      help: {
        en: 'True if a map, the JSON text of a map, or an array is empty.',
        zh: '映射、表示映射的 JSON 文本或数组为空时返回 true。',
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
