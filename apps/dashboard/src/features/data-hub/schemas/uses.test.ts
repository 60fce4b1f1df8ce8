import { expect, test } from 'vitest'
import { messageTypesIn, usesOf } from './uses.ts'

const policy = {
  description: '',
  enable: true,
  topics: ['t'],
  failure_action: 'drop',
  log_failure: { level: 'info' },
}

test('validations, transformations and rules that name a schema use it', () => {
  const uses = usesOf('a', {
    validations: [
      { ...policy, name: 'v1', strategy: 'all_pass', checks: [{ type: 'json', schema: 'a' }] },
      { ...policy, name: 'v2', strategy: 'all_pass', checks: [{ type: 'sql', sql: "SELECT 'a'" }] },
    ],
    transformations: [
      {
        ...policy,
        name: 't1',
        payload_decoder: { type: 'avro', schema: 'b' },
        payload_encoder: { type: 'json' },
        operations: [],
      },
      {
        ...policy,
        name: 't2',
        payload_decoder: { type: 'json' },
        payload_encoder: { type: 'avro', schema: 'a' },
        operations: [],
      },
    ],
    rules: [
      { id: 'r1', sql: `SELECT schema_decode( 'a', payload) FROM "t"` },
      { id: 'r2', sql: `SELECT 'a' FROM "schema_decode"` },
    ],
  })
  expect(uses).toEqual({ validations: ['v1'], transformations: ['t2'], rules: ['r1'] })
})

test('the messages of a .proto file are found with the messages around them, and not in comments', () => {
  const proto = `syntax = "proto3"; // message No {}
    /* message Neither {} */
    message Outer { message Inner { enum E { A = 0; } } oneof x { string y = 1; } message Last {} }
    message Second {}`
  expect(messageTypesIn(proto)).toEqual(['Outer', 'Outer.Inner', 'Outer.Last', 'Second'])
  expect(messageTypesIn('package p.q; message A {}')).toEqual(['p.q.A'])
})
