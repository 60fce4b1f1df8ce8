import { isList, isMap, isText, type Value, type ValueMap } from '@mqdeck/kit/json'
import { type Step, valueAt, withKey, withValue } from '../sql/nested.ts'
import { fail, rejectArgument, text } from './arguments.ts'
import { defineFamily } from './function.ts'
import { sqlFunction } from './sql-function.ts'
import { decodeIfJson, entriesOf, floatText, toMap } from './values.ts'

/** EMQX puts this marker first. The Redis action then uses the remaining items as separate arguments. */
const redisMark = 'map_to_redis_hset_args'

const aMap = `json_decode('{"a": {"b": 1}}')`

export const maps = defineFamily({
  id: 'maps',
  title: { en: 'Maps', zh: '映射操作' },
  functions: [
    sqlFunction({
      name: 'map_get',
      takes: 'path, map, default?',
      help: {
        en: 'Value at a key or a dot-separated path of a map. Returns the default, or undefined, if it does not exist.',
        zh: '按键或以点分隔的路径取映射中的值；不存在时返回默认值或 undefined。',
      },
      examples: [
        [`map_get('a.b', ${aMap})`, 1n],
        [`map_get('c', '{"a": 1}', 'none')`, 'none'],
      ],
      run: (args) => {
        const found = atPath(args[1], text(args, 0))
        return found === undefined ? args[2] : found
      },
    }),
    sqlFunction({
      name: 'map_put',
      takes: 'path, value, map',
      help: {
        en: 'Copy of a map with a value at a key or a dot-separated path. Missing levels are created.',
        zh: '在键或以点分隔的路径处放入值并返回新映射，缺少的层级会自动创建。',
      },
      examples: [
        [`map_put('c', 2, ${aMap})`, { a: { b: 1n }, c: 2n }],
        [`map_put('a.c', 2, ${aMap})`, { a: { b: 1n, c: 2n } }],
      ],
      run: (args) => putAt(args[2], text(args, 0), args[1]),
    }),
    sqlFunction({
      name: 'map_size',
      takes: 'map',
      help: { en: 'Number of keys of the map.', zh: '映射中键的数量。' },
      examples: [[`map_size('{"a": 1, "b": 2}')`, 2n]],
      run: (args) => BigInt(Object.keys(toMap(args, 0)).length),
    }),
    sqlFunction({
      name: 'map_new',
      takes: '',
      help: { en: 'An empty map.', zh: '返回空映射。' },
      examples: [['map_new()', {}]],
      run: () => ({}),
    }),
    sqlFunction({
      name: 'map_keys',
      takes: 'map',
      help: { en: 'Keys of the map as an array.', zh: '以数组返回映射的所有键。' },
      examples: [[`map_keys('{"a": 1, "b": 2}')`, ['a', 'b']]],
      run: (args) => entriesOf(toMap(args, 0)).map(([key]) => key),
    }),
    sqlFunction({
      name: 'map_values',
      takes: 'map',
      help: { en: 'Values of the map as an array.', zh: '以数组返回映射的所有值。' },
      examples: [[`map_values('{"a": 1, "b": 2}')`, [1n, 2n]]],
      run: (args) => entriesOf(toMap(args, 0)).map(([, value]) => value),
    }),
    sqlFunction({
      name: 'map_to_entries',
      takes: 'map',
      help: {
        en: 'Converts a map to an array of maps with key and value.',
        zh: '将映射转换为由 key、value 组成的映射数组。',
      },
      examples: [[`map_to_entries('{"a": 1}')`, [{ key: 'a', value: 1n }]]],
      run: (args) => entriesOf(toMap(args, 0)).map(([key, value]) => ({ key, value })),
    }),
    sqlFunction({
      name: 'map_to_redis_hset_args',
      takes: 'map',
      help: {
        en: 'Converts a map to arguments of the Redis command HSET, for the Redis action. Arrays, maps and null values are omitted.',
        zh: '将映射转换为 Redis 命令 HSET 的参数，供 Redis 动作使用；数组、映射和 null 值会被忽略。',
      },
      examples: [[`map_to_redis_hset_args('{"a": 1, "b": true, "c": [1]}')`, [redisMark, 'a', '1', 'b', 'true']]],
      run: (args) => {
        const [given] = args
        const map =
          isText(given) || isList(given)
            ? decodedOrEmpty(given)
            : isMap(given)
              ? given
              : rejectArgument(0, 'a map', given)
        const fields = entriesOf(map).flatMap(([key, value]) => {
          const field = redisField(value)
          return field === undefined ? [] : [key, field]
        })
        return [redisMark, ...fields]
      },
    }),
    sqlFunction({
      name: 'mget',
      takes: 'key, map, default?',
      help: {
        en: 'Value at a key of a map. Dots in the key have no special meaning. Returns the default, or undefined, if it does not exist.',
        zh: '按键取映射中的值（键中的点没有特殊含义）；不存在时返回默认值或 undefined。',
      },
      examples: [
        [`mget('a.b', '{"a.b": 1}')`, 1n],
        [`mget('x', '{"a": 1}', 0)`, 0n],
      ],
      run: (args) => {
        const map = toMap(args, 1)
        const key = text(args, 0)
        return Object.hasOwn(map, key) ? map[key] : args[2]
      },
    }),
    sqlFunction({
      name: 'mput',
      takes: 'key, value, map',
      help: {
        en: 'Copy of a map with a value at a key. Dots in the key have no special meaning.',
        zh: '在键处放入值并返回新映射（键中的点没有特殊含义）。',
      },
      examples: [[`mput('a.b', 2, '{"a": 1}')`, { a: 1n, 'a.b': 2n }]],
      run: (args) => withKey(toMap(args, 2), text(args, 0), args[1]),
    }),
  ],
})

/** Same limit as for JSON, so that recursive functions do not overflow the stack. */
const maxDepth = 500

const stepsOf = (path: string): readonly Step[] => path.split('.').map((key) => ({ key }))

/** Also reads inside of strings with JSON. */
const atPath = (value: Value, path: string) => stepsOf(path).reduce<Value>(valueAt, value)

/** Replaces values on the path that are not maps. An undefined value changes nothing. */
function putAt(value: Value, path: string, put: Value): Value {
  const map = isMap(value) ? value : {}
  if (put === undefined) return map
  const steps = stepsOf(path)
  return steps.length <= maxDepth ? withValue(map, steps, put) : fail('the path is too long')
}

function decodedOrEmpty(value: Value): ValueMap {
  const decoded = isText(value) ? decodeIfJson(value) : undefined
  return isMap(decoded) ? decoded : {}
}

function redisField(value: Value): string | Uint8Array | undefined {
  if (isText(value)) return value
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  return typeof value === 'number' ? floatText(value, 6) : undefined
}
