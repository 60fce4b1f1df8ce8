import type { Value } from '../value.ts'
import { bytes, fail, text } from './arguments.ts'
import { defineFamily, type FunctionWorld } from './function.ts'
import { sqlFunction } from './sql-function.ts'

export const schemas = defineFamily({
  id: 'schemas',
  title: { en: 'Schemas', zh: '编解码 Schema' },
  functions: [
    sqlFunction({
      name: 'schema_encode',
      takes: 'schema, value, more...',
      help: {
        en: 'The value in the format of a schema of the registry; Protobuf also needs the type of message.',
        zh: '使用 Schema 注册表中的 Schema 编码数据；Protobuf 还需指定消息类型。',
      },
      examples: [[`str_utf8(schema_encode('example', json_decode('{"a": 1}')))`, '{"a":1}']],
      run: (args, world) => registry(world).encode(text(args, 0), args[1], ...args.slice(2)),
    }),
    sqlFunction({
      name: 'schema_decode',
      takes: 'schema, data, more...',
      help: {
        en: 'What data in the format of a schema of the registry says; Protobuf also needs the type of message.',
        zh: '使用 Schema 注册表中的 Schema 解码数据；Protobuf 还需指定消息类型。',
      },
      examples: [[`schema_decode('example', '{"a": 1}')`, { a: 1n }]],
      run: (args, world) => registry(world).decode(text(args, 0), bytes(args, 1), ...args.slice(2)),
    }),
    sqlFunction({
      name: 'schema_check',
      takes: 'schema, value, more...',
      help: {
        en: 'Does the value fit a schema of the registry?',
        zh: '数据是否符合 Schema 注册表中的 Schema？',
      },
      examples: [[`schema_check('example', '{"a": 1}')`, true]],
      run: (args, world): Value => registry(world).check(text(args, 0), args[1], ...args.slice(2)),
    }),
  ],
})

const registry = ({ schemas: port }: FunctionWorld) => port ?? fail('there is no schema registry here')
