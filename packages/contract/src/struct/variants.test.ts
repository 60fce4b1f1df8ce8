import { expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { readInput } from '../read-input.ts'
import { choice, duration, integer, secret, setting, struct, variants } from './index.ts'

const label = { en: 'Label', zh: '标签' }
const tag = (value: string) => setting(choice([value]), { required: true, label })

const single = struct('test.single', {
  backend: tag('redis'),
  mode: setting(choice(['single']), { default: 'single', label }),
  password: setting(secret(), { label }),
  wait: setting(duration(), { default: '5s', label }),
})
const cluster = struct('test.cluster', {
  backend: tag('redis'),
  mode: tag('cluster'),
  nodes: setting(integer(1), { required: true, label }),
})
const mysql = struct('test.mysql', { backend: tag('mysql') })
const kind = variants([cluster, single, mysql])

const messageOf = (value: unknown): unknown => {
  try {
    readInput(kind.schema, value)
  } catch (error) {
    if (error instanceof AppError) return JSON.parse(error.message)
    throw error
  }
  throw new Error('was read')
}

test('a value is validated as the variant with its constant fields', () => {
  expect(readInput(kind.schema, { backend: 'mysql' })).toEqual({ backend: 'mysql' })
  expect(readInput(kind.schema, { backend: 'redis', mode: 'cluster', nodes: 3 })).toEqual({
    backend: 'redis',
    mode: 'cluster',
    nodes: 3,
  })
})

test('without the field, the variant with it as default is selected', () => {
  expect(readInput(kind.schema, { backend: 'redis' })).toEqual({ backend: 'redis', mode: 'single', wait: '5s' })
})

test('an error refers to the selected variant', () => {
  expect(messageOf({ backend: 'redis', mode: 'cluster', nodes: 0 })).toMatchObject({ path: 'nodes' })
  expect(messageOf({ backend: 'redis', mode: 'cluster' })).toMatchObject({ path: 'nodes', reason: 'required_field' })
  expect(messageOf({ backend: 'redis', nodes: 1 })).toMatchObject({ reason: 'unknown_fields', unknown: 'nodes' })
})

test('an unknown value is rejected by name', () => {
  expect(messageOf({ backend: 'oracle' })).toMatchObject({
    path: '',
    reason: 'unsupported_backend',
    backend: 'oracle',
  })
  expect(messageOf('redis')).toMatchObject({ reason: 'bad_value_for_struct' })
})

test('plain units and secrets are those of the selected variant', () => {
  const value = kind.schema.parse({ backend: 'redis', password: 'x' })
  expect(kind.toPlain(value)).toEqual({ backend: 'redis', mode: 'single', password: 'x', wait: 5000 })
  expect(kind.inside?.(value).map(([key]) => key)).toContain('password')
})

test('without constant fields, the variant with the most given fields is selected', () => {
  const today = struct('test.today', { backend: tag('ldap'), method: setting(integer(1), { default: 1, label }) })
  const before = struct('test.before', { backend: tag('ldap'), attribute: setting(integer(1), { default: 1, label }) })
  const both = variants([today, before])
  expect(readInput(both.schema, { backend: 'ldap' })).toEqual({ backend: 'ldap', method: 1 })
  expect(readInput(both.schema, { backend: 'ldap', attribute: 2 })).toEqual({ backend: 'ldap', attribute: 2 })
})
