import { describe, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { readInput } from '../read-input.ts'
import { defaultsOf, toPlain } from '../struct/index.ts'
import { durableSessions, forceGc, forceShutdown, mqtt, retainer } from './index.ts'

const problemOf = (schema: Parameters<typeof readInput>[0], value: unknown): unknown => {
  try {
    readInput(schema, value)
    return undefined
  } catch (error) {
    return error instanceof AppError ? (JSON.parse(error.message) as unknown) : error
  }
}

describe('expressions of the mqtt root', () => {
  test('an invalid expression is rejected with its path and column', () => {
    const client_attrs_init = [
      { expression: 'clientid', set_as_attr: 'a' },
      { expression: 'nht(1, clientid)', set_as_attr: 'b' },
    ]
    expect(problemOf(mqtt.schema, { client_attrs_init })).toMatchObject({
      path: expect.stringContaining('client_attrs_init.2.expression'),
      reason: 'column 1: unknown function nht',
    })
    expect(problemOf(mqtt.schema, { clientid_override: 'concat(' })).toMatchObject({
      path: expect.stringContaining('clientid_override'),
      reason: expect.stringContaining('column 8'),
    })
    expect(problemOf(mqtt.schema, { clientid_override: 'disabled' })).toBeUndefined()
  })

  test.each([
    [[{ expression: 'clientid' }], 'client_attrs_init.1.set_as_attr'],
    [[{ set_as_attr: 'a' }], 'client_attrs_init.1.expression'],
    [[{ expression: 'clientid', set_as_attr: 'a b' }], 'client_attrs_init.1.set_as_attr'],
    [
      [
        { expression: 'clientid', set_as_attr: 'a' },
        { expression: 'username', set_as_attr: 'a' },
      ],
      'client_attrs_init.2.set_as_attr',
    ],
  ])('an incomplete, misnamed or duplicate attribute is rejected: %j', (client_attrs_init, path) => {
    expect(problemOf(mqtt.schema, { client_attrs_init })).toMatchObject({ path: expect.stringContaining(path) })
  })
})

test.each([
  ['bytes', '1MB', forceGc],
  ['enable', true, durableSessions],
  ['backend', { index_specs: [[1]] }, retainer],
  ['backend', { enable: false }, retainer],
])('a locked field rejects another value: %s %j', (field, value, { schema }) => {
  expect(problemOf(schema, { [field]: value })).toMatchObject({ path: expect.stringContaining(field) })
})

test('a locked field accepts its own value in any notation', () => {
  expect(
    problemOf(durableSessions.schema, { ...defaultsOf(durableSessions), heartbeat_interval: '5s' }),
  ).toBeUndefined()
  expect(problemOf(forceGc.schema, defaultsOf(forceGc))).toBeUndefined()
})

test('plain units are those of the broker', () => {
  expect(toPlain(forceShutdown, defaultsOf(forceShutdown)).max_heap_size).toBe(32 * 1024 ** 2)
  expect(toPlain(retainer, defaultsOf(retainer))).toMatchObject({
    msg_expiry_interval: 0,
    msg_expiry_interval_override: 'disabled',
    max_payload_size: 1024 ** 2,
    delivery_rate: { amount: 1000, per: 1000 },
    backend: { storage_type: 'disc' },
  })
})
