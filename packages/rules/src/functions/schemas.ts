import type { Value } from '../value.ts'
import { bytes, fail, text } from './arguments.ts'
import { defineFamily, type FunctionEnvironment } from './function.ts'
import { sqlFunction } from './sql-function.ts'

export const schemas = defineFamily({
  id: 'schemas',
  title: { en: 'Schemas', zh: '编解码 Schema' },
  functions: [
    sqlFunction({
      name: 'schema_encode',
      takes: 'schema, value, more...',
      help: {
        en: 'Encodes a value with a schema of the schema registry. Protobuf also needs the message type.',
        zh: '使用 Schema 注册表中的 Schema 编码数据；Protobuf 还需指定消息类型。',
      },
      examples: [[`str_utf8(schema_encode('example', json_decode('{"a": 1}')))`, '{"a":1}']],
      run: (args, environment) => registry(environment).encode(text(args, 0), args[1], ...args.slice(2)),
    }),
    sqlFunction({
      name: 'schema_decode',
      takes: 'schema, data, more...',
      help: {
        en: 'Decodes data with a schema of the schema registry. Protobuf also needs the message type.',
        zh: '使用 Schema 注册表中的 Schema 解码数据；Protobuf 还需指定消息类型。',
      },
      examples: [[`schema_decode('example', '{"a": 1}')`, { a: 1n }]],
      run: (args, environment) => registry(environment).decode(text(args, 0), bytes(args, 1), ...args.slice(2)),
    }),
    sqlFunction({
      name: 'schema_check',
      takes: 'schema, value, more...',
      help: {
        en: 'True if the value is valid for a schema of the schema registry.',
        zh: '数据符合 Schema 注册表中的 Schema 时返回 true。',
      },
      examples: [[`schema_check('example', '{"a": 1}')`, true]],
      run: (args, environment): Value => registry(environment).check(text(args, 0), args[1], ...args.slice(2)),
    }),
  ],
})

const registry = ({ schemas: port }: FunctionEnvironment) => port ?? fail('the schema registry is not available here')
