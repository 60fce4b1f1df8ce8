import { expect, test } from 'vitest'
import { messageTypesIn } from './message-types.ts'

test('the messages of a .proto file are found with the messages around them, and not in comments', () => {
  const proto = `syntax = "proto3"; // message No {}
    /* message Neither {} */
    message Outer { message Inner { enum E { A = 0; } } oneof x { string y = 1; } message Last {} }
    message Second {}`
  expect(messageTypesIn(proto)).toEqual(['Outer', 'Outer.Inner', 'Outer.Last', 'Second'])
  expect(messageTypesIn('package p.q; message A {}')).toEqual(['p.q.A'])
})
