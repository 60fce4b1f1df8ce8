import { expect, test } from 'vitest'
import { inferSchema } from './infer-schema.ts'

test('schemas are generated from a sample', () => {
  const sample =
    '{"id": 9007199254740993, "t": 21.5, "list": [1, 2.5], "rooms": [{"n": "a"}, {"n": "b"}], "by id": {"1": 2}, "x": null}'
  expect(JSON.parse(inferSchema('json', sample))).toMatchObject({
    type: 'object',
    properties: { id: { type: 'integer' }, t: { type: 'number' }, list: { items: { type: 'number' } } },
    required: ['id', 't', 'list', 'rooms', 'by id', 'x'],
  })
  expect(
    JSON.parse(inferSchema('avro', '{"id": 9007199254740993, "rooms": [{"n": "a"}], "m": {"1": 2}, "x": null}')),
  ).toEqual({
    type: 'record',
    name: 'Payload',
    fields: [
      { name: 'id', type: 'long' },
      {
        name: 'rooms',
        type: {
          type: 'array',
          items: { type: 'record', name: 'Payload_rooms', fields: [{ name: 'n', type: 'string' }] },
        },
      },
      { name: 'm', type: { type: 'map', values: 'int' } },
      { name: 'x', type: ['null', 'string'] },
    ],
  })
  expect(() => inferSchema('avro', '{')).toThrow()
})
