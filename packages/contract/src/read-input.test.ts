import { describe, expect, test } from 'vitest'
import { api } from './endpoints/index.ts'
import { AppError } from './errors.ts'
import { inspectInput, readInput } from './read-input.ts'
import { mqtt } from './roots/index.ts'

function refusal(read: () => unknown): { status: number; code: string; message: string } {
  try {
    read()
  } catch (error) {
    if (error instanceof AppError) return { status: error.status, code: error.code, message: error.message }
    throw error
  }
  throw new Error('nothing was refused')
}

describe('query parameters', () => {
  const read = (query: unknown) => readInput(api.listClients.query, query)

  test('are converted from strings, with defaults filled in', () => {
    const query = {
      page: '2',
      clean_start: 'true',
      proto_ver: '5',
      gte_created_at: '2026-11-21T07:57:24.514+00:00',
      lte_connected_at: '1795247845604',
    }
    expect(read(query)).toEqual({
      page: 2,
      limit: 100,
      clean_start: true,
      proto_ver: 5,
      gte_created_at: 1795247844514,
      lte_connected_at: 1795247845604,
      fields: 'all',
    })
  })

  test('are lists, repeated or single', () => {
    expect(read({ clientid: ['a', 'b'], username: 'u' })).toMatchObject({ clientid: ['a', 'b'], username: ['u'] })
  })

  test('field names are separated by commas', () => {
    expect(read({ fields: 'clientid,recv_msg.qos0' })).toMatchObject({ fields: ['clientid', 'recv_msg.qos0'] })
  })

  test('are ignored if unknown', () => {
    expect(read({ foo: 'bar' })).toEqual({ page: 1, limit: 100, fields: 'all' })
  })

  // The messages of these were recorded from a real node.
  test.each([
    [{ limit: '100000' }, '{"value":100000,"reason":{"expected":"1..10000"},"path":"limit","kind":"validation_error"}'],
    [{ page: '0' }, '{"value":0,"reason":{"expected":"pos_integer()"},"path":"page","kind":"validation_error"}'],
  ])('%j is out of range, in the words of EMQX', (query, message) => {
    expect(refusal(() => read(query))).toEqual({ status: 400, code: 'BAD_REQUEST', message })
  })

  test.each([
    [{ proto_ver: 'x' }, 'the proto_ver parameter expected type is integer, but the value is x'],
    [{ ip_address: '127.0.0.1:8080' }, 'the ip_address parameter expected type is ip, but the value is 127.0.0.1:8080'],
  ])('%j is refused one layer further in, with another code', (query, message) => {
    expect(refusal(() => read(query))).toEqual({ status: 400, code: 'INVALID_PARAMETER', message })
  })

  test.each([
    [{ conn_state: 'x' }, { value: 'x', reason: 'not_a_enum_symbol', path: 'conn_state' }],
    [{ fields: 'clientid,x' }, { value: 'x', reason: 'not_a_enum_symbol', path: 'fields' }],
    [{ clean_start: 'x' }, { value: 'x', reason: { expected: 'boolean()' }, path: 'clean_start' }],
    [{ gte_created_at: 'x' }, { value: 'x', reason: 'bad_rfc3339_timestamp', path: 'gte_created_at' }],
    [{ limit: ['1', '2'] }, { value: ['1', '2'], reason: { expected: '1..10000' }, path: 'limit' }],
    [{ node: ['a', 'b'] }, { value: ['a', 'b'], reason: { expected: 'string()' }, path: 'node' }],
  ])('%j is refused', (query, problem) => {
    const { code, message } = refusal(() => read(query))
    expect(code).toBe('BAD_REQUEST')
    expect(JSON.parse(message)).toEqual({ ...problem, kind: 'validation_error' })
  })
})

describe('bodies', () => {
  test('with a named schema have the path root', () => {
    expect(refusal(() => readInput(api.publish.body, { payload: 'x' }))).toEqual({
      status: 400,
      code: 'BAD_REQUEST',
      message: '{"reason":"required_field","path":"root.topic","kind":"validation_error"}',
    })
    expect(refusal(() => readInput(api.createBanned.body, { as: 'x', who: 'y' })).message).toBe(
      '{"value":"x","reason":"not_a_enum_symbol","path":"root.as","kind":"validation_error"}',
    )
  })

  test('without a named schema have no root, and unknown fields are ignored', () => {
    expect(refusal(() => readInput(api.login.body, { username: 'admin' })).message).toBe(
      '{"reason":"required_field","path":"password","kind":"validation_error"}',
    )
    const login = { username: ' admin ', password: ' public ', more: 1 }
    expect(readInput(api.login.body, login)).toEqual({ username: ' admin ', password: ' public ' })
  })

  test('with unknown fields are rejected, listing the missing ones', () => {
    const body = { as: 'clientid', who: 'x', untill: 0 }
    expect(JSON.parse(refusal(() => readInput(api.createBanned.body, body)).message)).toEqual({
      unmatched: 'at,by,reason,until',
      unknown: 'untill',
      reason: 'unknown_fields',
      path: 'root',
      kind: 'validation_error',
    })
  })

  test('that are lists count their elements from 1', () => {
    const messages = [{ topic: 'a', payload: 'b' }, { payload: 'x' }]
    expect(refusal(() => readInput(api.publishBulk.body, messages)).message).toContain('"path":"root.2.topic"')
    expect(refusal(() => readInput(api.publishBulk.body, {})).message).toContain('"expected_data_type":"array"')
  })

  test('that are missing or not an object are rejected', () => {
    expect(refusal(() => readInput(api.publish.body, undefined)).message).toContain('required_field')
    expect(refusal(() => readInput(api.publish.body, 'text')).message).toContain('bad_value_for_struct')
  })

  test('may contain numbers as text, and null for missing values', () => {
    expect(readInput(api.setKeepalive.body, { interval: '90' })).toEqual({ interval: 90 })
    const ban = { as: 'clientid', who: 'x', until: null }
    expect(readInput(api.createBanned.body, ban)).toEqual({ as: 'clientid', who: 'x', until: 'infinity' })
  })

  test('keep a field named __proto__ from reaching any prototype', () => {
    const body: unknown = JSON.parse('{"topic":"t","payload":"x","__proto__":{"qos":2}}')
    expect(refusal(() => readInput(api.publish.body, body)).message).toContain('unknown_fields')
  })

  test('with an entry __proto__ of a map are rejected, because the entry would be lost', () => {
    const zones: unknown = JSON.parse('{"a":{},"__proto__":{"mqtt":{"max_inflight":3}}}')
    expect(refusal(() => readInput(api.updateZones.body, zones)).message).toContain('__proto__')
    expect(inspectInput(api.updateZones.body, { zones }, 'x')).toHaveProperty('error')
  })
})

describe('an inspection', () => {
  test.each([
    [{ max_inflight: 0 }, ['max_inflight'], 'must be between 1 and 65535'],
    [{ max_inflght: 1 }, ['max_inflght'], 'is not known'],
    [{ client_attrs_init: [{ expression: 'a', set_as_attr: '' }] }, ['client_attrs_init', 0, 'set_as_attr'], 'must be'],
    [{ client_attrs_init: {} }, ['client_attrs_init'], 'must be a list'],
    ['text', [], 'must be an object'],
  ])('returns for %j the path and the reason of the error', (value, path, reason) => {
    const found = inspectInput(mqtt.schema, value, 'mqtt')
    if (!('error' in found)) throw new Error('nothing was found')
    expect(found.path).toEqual(path)
    expect(found.reason).toContain(reason)
    expect(JSON.parse(found.error.message).path).toMatch(/^mqtt/)
  })

  test('returns the value if it is valid', () => {
    expect(inspectInput(mqtt.schema, { max_inflight: '7' }, 'mqtt')).toMatchObject({ value: { max_inflight: 7 } })
  })
})
