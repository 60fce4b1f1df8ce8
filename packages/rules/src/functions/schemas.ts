import type { Value } from '@mqdeck/kit/json'
import { bytes, count, fail, text } from './arguments.ts'
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
    sqlFunction({
      name: 'sparkplug_encode',
      takes: 'value, type?',
      help: {
        en: 'Encodes a Sparkplug B message. The default type is Payload.',
        zh: '编码 Sparkplug B 消息，默认类型为 Payload。',
      },
      examples: [[`bin2hexstr(sparkplug_encode(json_decode('{"seq": 1}')))`, '7B22736571223A317D']],
      run: (args, environment) => registry(environment).sparkplugEncode(args[0], typeName(args)),
    }),
    sqlFunction({
      name: 'sparkplug_decode',
      takes: 'data, type?',
      help: {
        en: 'Decodes a Sparkplug B message. The default type is Payload.',
        zh: '解码 Sparkplug B 消息，默认类型为 Payload。',
      },
      examples: [[`sparkplug_decode('{"seq":1}')`, { seq: 1n }]],
      run: (args, environment) => registry(environment).sparkplugDecode(bytes(args, 0), typeName(args)),
    }),
    sqlFunction({
      name: 'schema_encode_and_tag',
      takes: 'schema, registry, value, subject, more...',
      isAsync: true,
      help: {
        en: 'Encodes a value with an Avro schema of the schema registry. The schema is registered for the subject in an external registry, and the result starts with its ID there.',
        zh: '使用 Schema 注册表中的 Avro Schema 编码数据。该 Schema 会注册到外部注册表的主题（subject）下，结果以其 ID 开头。',
      },
      examples: [[`str_utf8(schema_encode_and_tag('example', 'registry', json_decode('{"a": 1}'), 's'))`, '{"a":1}']],
      run: (args, environment) =>
        registry(environment).encodeAndTag(text(args, 0), text(args, 1), args[2], text(args, 3), ...args.slice(4)),
    }),
    sqlFunction({
      name: 'avro_encode',
      takes: 'registry, value, id',
      isAsync: true,
      help: {
        en: 'Encodes a value with the Avro schema that has this ID in an external registry.',
        zh: '使用外部注册表中该 ID 的 Avro Schema 编码数据。',
      },
      examples: [[`str_utf8(avro_encode('registry', json_decode('{"a": 1}'), 1))`, '{"a":1}']],
      run: (args, environment) => registry(environment).externalEncode(text(args, 0), args[1], count(args, 2)),
    }),
    sqlFunction({
      name: 'avro_decode',
      takes: 'registry, data, id?',
      isAsync: true,
      help: {
        en: 'Decodes data with an Avro schema of an external registry. Without an ID, the ID at the start of the data is used.',
        zh: '使用外部注册表中的 Avro Schema 解码数据；未指定 ID 时使用数据开头的 ID。',
      },
      examples: [[`avro_decode('registry', '{"a": 1}')`, { a: 1n }]],
      run: (args, environment) =>
        registry(environment).externalDecode(
          text(args, 0),
          bytes(args, 1),
          args[2] === undefined ? undefined : count(args, 2),
        ),
    }),
  ],
})

const typeName = (args: readonly Value[]) => (args[1] === undefined ? undefined : text(args, 1))

const registry = ({ schemas: port }: FunctionEnvironment) => port ?? fail('the schema registry is not available here')
