import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
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

/** The longest time that the event loop was held, in milliseconds. */
async function holdDuring(work: () => Promise<void>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await new Promise((resolve) => setTimeout(resolve, 20))
  delay.reset()
  // The first interval after a reset is not recorded.
  await new Promise((resolve) => setTimeout(resolve, 20))
  await work()
  await new Promise((resolve) => setTimeout(resolve, 20))
  delay.disable()
  return delay.max / 1e6
}

test.each([
  ['JSON Schema of 31 kB', { type: 'json', source: jsonSchema(230) }, { field_1: { a: 1n, b: '1' } }, undefined],
  ['Protobuf of 60 kB', { type: 'protobuf', source: protobuf(100, 20) }, { field_0: [1n] }, 'M99'],
  ['Avro of 15 kB', { type: 'avro', source: avro(145) }, undefined, undefined],
] as const)(
  'compiling and first using a large schema holds the event loop shortly: %s',
  async (what, schema, value, type) => {
    const holds: number[] = []
    // Other programs on the machine can hold the event loop too, so that the shortest of three times counts.
    for (const version of ['', ' ', '  ']) {
      const source = { ...schema, source: schema.source + version }
      holds.push(
        await holdDuring(async () => {
          await registry.prepare([source])
          const codec = registry.compiled(source)
          if (value !== undefined) codec.check(codec.encode(value, type), type)
          // The time limit of a payload is measured by the clock too.
        }).catch(() => Number.POSITIVE_INFINITY),
      )
    }
    process.stderr.write(`${what}: ${holds.map((held) => held.toFixed(1)).join(', ')} ms\n`)
    expect(Math.min(...holds)).toBeLessThan(100)
  },
)

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
