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

test('a value is read as the variant whose fields of one value it has', () => {
  expect(readInput(kind.schema, { backend: 'mysql' })).toEqual({ backend: 'mysql' })
  expect(readInput(kind.schema, { backend: 'redis', mode: 'cluster', nodes: 3 })).toEqual({
    backend: 'redis',
    mode: 'cluster',
    nodes: 3,
  })
})

test('where the field was left out, the variant that has it by default is meant', () => {
  expect(readInput(kind.schema, { backend: 'redis' })).toEqual({ backend: 'redis', mode: 'single', wait: '5s' })
})

test('a mistake is said of the variant that was meant', () => {
  expect(messageOf({ backend: 'redis', mode: 'cluster', nodes: 0 })).toMatchObject({ path: 'nodes' })
  expect(messageOf({ backend: 'redis', mode: 'cluster' })).toMatchObject({ path: 'nodes', reason: 'required_field' })
  expect(messageOf({ backend: 'redis', nodes: 1 })).toMatchObject({ reason: 'unknown_fields', unknown: 'nodes' })
})

test('a value that no variant has is named', () => {
  expect(messageOf({ backend: 'oracle' })).toMatchObject({
    path: '',
    reason: 'unsupported_backend',
    backend: 'oracle',
  })
  expect(messageOf('redis')).toMatchObject({ reason: 'bad_value_for_struct' })
})

test('plain units and secrets are those of the variant', () => {
  const value = kind.schema.parse({ backend: 'redis', password: 'x' })
  expect(kind.toPlain(value)).toEqual({ backend: 'redis', mode: 'single', password: 'x', wait: 5000 })
  expect(kind.inside?.(value).map(([key]) => key)).toContain('password')
})

test('where no field of one value tells them apart, the variant that knows most of what was given is meant', () => {
  const today = struct('test.today', { backend: tag('ldap'), method: setting(integer(1), { default: 1, label }) })
  const before = struct('test.before', { backend: tag('ldap'), attribute: setting(integer(1), { default: 1, label }) })
  const both = variants([today, before])
  expect(readInput(both.schema, { backend: 'ldap' })).toEqual({ backend: 'ldap', method: 1 })
  expect(readInput(both.schema, { backend: 'ldap', attribute: 2 })).toEqual({ backend: 'ldap', attribute: 2 })
})
