import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createSchemaCompiler } from './compiler.ts'
import { createSchemaRegistry } from './registry.ts'

const registry = createSchemaRegistry({ schemas: {}, external: {} })

const jsonSchema = (count: number) =>
  JSON.stringify({
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [
        `field_${at}`,
        {
          type: 'object',
          properties: { a: { type: 'integer', minimum: at }, b: { type: 'string', maxLength: at + 1 } },
          required: ['a'],
        },
      ]),
    ),
  })
const protobuf = (messages: number, fields: number) =>
  `syntax = "proto3";\n${Array.from(
    { length: messages },
    (_, message) =>
      `message M${message} {\n${Array.from({ length: fields }, (_, at) => `repeated int64 field_${at} = ${at + 1};`).join('\n')}\n}`,
  ).join('\n')}`
const avro = (records: number) =>
  JSON.stringify({
    type: 'record',
    name: 'R',
    fields: Array.from({ length: records }, (_, at) => ({
      name: `field_${at}`,
      type: { type: 'record', name: `R${at}`, fields: [{ name: 'a', type: ['null', 'long'] }] },
    })),
  })

const avroValue = Object.fromEntries(Array.from({ length: 145 }, (_, at) => [`field_${at}`, { a: null }]))

test.each([
  ['JSON Schema of 31 kB', { type: 'json', source: jsonSchema(230) }, { field_1: { a: 1n, b: '1' } }, undefined],
  ['Protobuf of 60 kB', { type: 'protobuf', source: protobuf(100, 20) }, { field_0: [1n] }, 'M99'],
  ['Avro of 15 kB', { type: 'avro', source: avro(145) }, avroValue, undefined],
] as const)('a large schema that the thread has read can be used immediately: %s', async (_, schema, value, type) => {
  await registry.prepare([schema])
  const codec = registry.compiled(schema)
  expect(() => codec.check(codec.encode(value, type), type)).not.toThrow()
})

test.each([
  ['json', jsonSchema(500), 'too large'],
  ['protobuf', protobuf(1, 300), 'message M0 has 300 fields'],
  ['protobuf', protobuf(300, 20), 'the messages have 6000 fields'],
  ['avro', avro(300), 'more than 150 records'],
  ['json', '{"type":5}', 'not a JSON Schema'],
  ['protobuf', 'nonsense', 'not valid Protobuf'],
] as const)(
  'a schema of type %s that is too large or wrong is rejected with the reason, from the thread as well',
  async (type, source, reason) => {
    await registry.prepare([{ type, source }])
    expect(() => registry.compiled({ type, source })).toThrow(reason)
  },
)

test.each([
  // The entry point of the thread expects an object.
  ['an error', (thread: Worker) => thread.postMessage(null)],
  ['its end', (thread: Worker) => void thread.terminate()],
])(
  '%s of the thread between two schemas does not end the process, and the next schema gets another thread',
  async (_, end) => {
    const compiler = createSchemaCompiler()
    const [[first]] = await Promise.all([
      once(process, 'worker') as Promise<[Worker]>, // what the event passes
      compiler.compile({ type: 'json', source: '{"type":"string"}' }),
    ])
    end(first)
    await new Promise((resolve) => first.on('exit', resolve))
    const codec = await compiler.compile({ type: 'json', source: '{"type":"integer"}' })
    expect(() => codec.check('1')).not.toThrow()
    expect(() => codec.check('"1"')).toThrow('does not match')
  },
)
