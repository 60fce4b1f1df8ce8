import { expect, test } from 'vitest'
import { avroSchemaOf, jsonSchemaOf } from './from-sample.ts'

const sample = '{"id":"a","celsius":21.5,"count":3,"ok":true,"tags":["x","y"],"place":{"hall":1},"none":null}'

test('a JSON Schema has the types of the sample, and requires its properties', () => {
  expect(JSON.parse(jsonSchemaOf(sample))).toEqual({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      id: { type: 'string' },
      celsius: { type: 'number' },
      count: { type: 'integer' },
      ok: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string' } },
      place: { type: 'object', properties: { hall: { type: 'integer' } }, required: ['hall'] },
      none: { type: 'null' },
    },
    required: ['id', 'celsius', 'count', 'ok', 'tags', 'place', 'none'],
  })
})

test('a list with items of several types accepts each of them', () => {
  expect(JSON.parse(jsonSchemaOf('[1,"a",2]')).items).toEqual({ anyOf: [{ type: 'integer' }, { type: 'string' }] })
  expect(JSON.parse(avroSchemaOf('[1,"a",2]')).items).toEqual(['long', 'string'])
})

test('an Avro schema is a record whose inner records have their own names', () => {
  expect(JSON.parse(avroSchemaOf('{"message":{"a":1},"other":[{"message":{"b":true}}]}'))).toEqual({
    type: 'record',
    name: 'Message',
    fields: [
      { name: 'message', type: { type: 'record', name: 'Message2', fields: [{ name: 'a', type: 'long' }] } },
      {
        name: 'other',
        type: {
          type: 'array',
          items: {
            type: 'record',
            name: 'Other',
            fields: [
              { name: 'message', type: { type: 'record', name: 'Message3', fields: [{ name: 'b', type: 'boolean' }] } },
            ],
          },
        },
      },
    ],
  })
})

test('a name that Avro does not allow is an error with this name', () => {
  expect(() => avroSchemaOf('{"a-b":1}')).toThrow(new RangeError('a-b'))
})

test('text that is not JSON is an error', () => {
  expect(() => jsonSchemaOf('{')).toThrow(SyntaxError)
})
