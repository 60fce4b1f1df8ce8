import { decodeJson, encodeJson, isList, isText, type Value } from '@mqdeck/kit/json'
import { fail, integer, isMissing, list, rejectArgument, text } from './arguments.ts'
import { defineFamily } from './function.ts'
import { toHex } from './hex.ts'
import { sqlFunction } from './sql-function.ts'

export const other = defineFamily({
  id: 'other',
  title: { en: 'Other', zh: '其他' },
  functions: [
    sqlFunction({
      name: 'null',
      takes: '',
      help: { en: 'Returns undefined, the value of a missing field.', zh: '返回 undefined，等同于不存在的字段。' },
      examples: [['is_null(null())', true]],
      run: () => undefined,
    }),
    sqlFunction({
      name: 'coalesce',
      takes: 'first_or_array, second?',
      help: {
        en: 'First of two values, or of the items of an array, that is not undefined or null.',
        zh: '返回两个值或数组元素中首个不为 undefined 或 null 的值。',
      },
      examples: [
        ['coalesce(no_such_field, 0)', 0n],
        [`coalesce('a', 'b')`, 'a'],
      ],
      run: (args) => candidates(args).find((value) => !isMissing(value)),
    }),
    sqlFunction({
      name: 'coalesce_ne',
      takes: 'first_or_array, second?',
      help: {
        en: 'First of two values, or of the items of an array, that is not undefined, null or an empty string.',
        zh: '返回两个值或数组元素中首个不为 undefined、null 或空字符串的值。',
      },
      examples: [[`coalesce_ne('', 'b')`, 'b']],
      run: (args) => candidates(args).find((value) => !isMissing(value) && !isEmpty(value)),
    }),
    sqlFunction({
      name: 'jq',
      takes: 'program, json, timeout?',
      help: {
        en: 'Runs a jq program on JSON text or a value and returns an array of its outputs. The timeout is in milliseconds. Default 10 seconds, up to 1 hour.',
        zh: '用 jq 程序处理 JSON 文本或值，以数组返回所有输出。超时单位为毫秒，默认 10 秒，最长 1 小时。',
      },
      examples: [
        [`jq('.[0]', '[1, 2]')`, [1n]],
        [`jq('.a[]', json_decode('{"a": [1, "b"]}'))`, [1n, 'b']],
      ],
      isAsync: true,
      run: async (args, { jq }) => {
        const program = text(args, 0)
        const json = isText(args[1]) ? text(args, 1) : encodeJson(args[1])
        const timeout = args.length > 2 ? timeoutOf(args) : undefined
        if (!jq) return fail('jq is not available here')
        return (await answer(jq(program, json, timeout))).map(decodeJson)
      },
    }),
    sqlFunction({
      name: 'random',
      takes: '',
      help: { en: 'Random float between 0 and 1.', zh: '返回 0 到 1 之间的随机浮点数。' },
      examples: [['is_float(random())', true]],
      run: () => Math.random(),
    }),
    sqlFunction({
      name: 'uuid_v4',
      takes: '',
      help: { en: 'Random UUID (version 4).', zh: '生成版本 4 的 UUID。' },
      examples: [['strlen(uuid_v4())', 36n]],
      run: () => uuid('-'),
    }),
    sqlFunction({
      name: 'uuid_v4_no_hyphen',
      takes: '',
      help: { en: 'Random UUID (version 4) without hyphens.', zh: '生成不带连字符的版本 4 UUID。' },
      examples: [['strlen(uuid_v4_no_hyphen())', 32n]],
      run: () => uuid(''),
    }),
    sqlFunction({
      name: 'getenv',
      takes: 'name',
      help: {
        en: 'Environment variable of the server with the prefix EMQXVAR_. The argument is the name without the prefix. Returns an empty string if it is not set.',
        zh: '读取服务器上以 EMQXVAR_ 为前缀的环境变量（参数不含前缀）；未设置时为空字符串。',
      },
      examples: [[`getenv('REGION')`, 'eu']],
      run: (args, environment) => environment.variable(text(args, 0)) ?? '',
    }),
  ],
})

const candidates = (args: readonly Value[]): readonly Value[] => (args.length > 1 ? args : list(args, 0))

const isEmpty = (value: Value) =>
  value === '' || (value instanceof Uint8Array && value.length === 0) || (isList(value) && value.length === 0)

function timeoutOf(args: readonly Value[]): number {
  const milliseconds = integer(args, 2)
  return milliseconds >= 0n && milliseconds <= 3_600_000n
    ? Number(milliseconds)
    : rejectArgument(2, 'an integer from 0 to 3600000', args[2])
}

/** All errors of jq are errors of the program or its input. */
async function answer(outputs: Promise<readonly string[]>): Promise<readonly string[]> {
  try {
    return await outputs
  } catch (error) {
    return fail(error instanceof Error ? error.message : 'jq failed')
  }
}

/** RFC 9562, with a cryptographically secure random source. */
function uuid(separator: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = toHex(bytes)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join(separator)
}
