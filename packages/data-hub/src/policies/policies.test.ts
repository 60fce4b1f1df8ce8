import { createHooks, type Message, ReasonError } from '@mqdeck/broker'
import type { TransformationSettings, ValidationSettings } from '@mqdeck/contract'
import { silentLog } from '@mqdeck/kit'
import { createFakeClock } from '@mqdeck/testkit'
import { somePublication } from '@mqdeck/testkit/suites'
import { expect, test } from 'vitest'
import { createSchemaRegistry } from '../schemas/registry.ts'
import { createTransformations } from './transformations.ts'
import { createValidations } from './validations.ts'

const schemas = createSchemaRegistry({
  external: {},
  schemas: { js: { type: 'json', source: '{"type":"object","required":["name"]}', description: '' } },
})

function open(properties: () => Readonly<Record<string, string>> = () => ({})) {
  const hooks = createHooks(silentLog)
  const counted: string[] = []
  const failed: string[] = []
  const errors: object[] = []
  const parts = {
    hooks,
    clock: createFakeClock(),
    log: { ...silentLog, error: (details: object) => void errors.push(details) },
    schemas,
    count: (result: string) => counted.push(result),
    onFailure: (name: string) => failed.push(name),
  }
  const validations = createValidations({
    ...parts,
    compileSql: (sql) => (message) =>
      sql === 'later' ? Promise.resolve(message.qos === 1) : Buffer.from(message.payload).includes(sql),
  })
  const context = { node: 'n', now: 5, attributes: {}, properties, maxTopicLevels: 10 }
  const transformations = createTransformations({ ...parts, context: () => context })
  const publish = (topic: string, payload: string, qos: 0 | 1 = 0) => {
    const message: Message = {
      id: '0',
      topic,
      payload: Buffer.from(payload),
      qos,
      retain: false,
      dup: false,
      properties: {},
      from: { clientId: 'c', username: undefined, peername: undefined, protocol: 'mqtt' },
      timestamp: 1,
      expiresAt: Number.POSITIVE_INFINITY,
    }
    return hooks.runFold('message.publish', message, [somePublication])
  }
  const codeOf = (topic: string, payload: string) => {
    try {
      publish(topic, payload)
      return 'published'
    } catch (error) {
      return error instanceof ReasonError ? error.reasonCode : error
    }
  }
  return { hooks, counted, failed, errors, validations, transformations, publish, codeOf }
}

const validation = (name: string, given: Partial<ValidationSettings>): ValidationSettings => ({
  name,
  description: '',
  enable: true,
  topics: ['t/#'],
  strategy: 'all_pass',
  failure_action: 'drop',
  log_failure: { level: 'none' },
  checks: [{ type: 'json', schema: 'js' }],
  ...given,
})
const transformation = (name: string, given: Partial<TransformationSettings>): TransformationSettings => ({
  name,
  description: '',
  enable: true,
  topics: ['t/#'],
  failure_action: 'drop',
  log_failure: { level: 'none' },
  payload_decoder: { type: 'json' },
  payload_encoder: { type: 'json' },
  operations: [],
  ...given,
})

test('a message that fails a validation is refused with the code of the action, and its statistics are counted', () => {
  const { validations, codeOf, counted, failed } = open()
  validations.update([
    validation('drop', {}),
    validation('disconnect', { topics: ['d'], failure_action: 'disconnect' }),
    validation('ignore', { topics: ['i'], failure_action: 'ignore' }),
    validation('disabled', { topics: ['o'], enable: false }),
  ])
  const codes = ['t/1', 'd', 'i', 'o', '$SYS/t'].map((topic) => codeOf(topic, '{}'))
  expect(codes).toEqual([0x10, 0x83, 'published', 'published', 'published'])
  expect(codeOf('t/1', '{"name":1}')).toBe('published')
  expect(failed).toEqual(['drop', 'disconnect', 'ignore'])
  expect(counted).toEqual(['failed', 'failed', 'succeeded', 'succeeded'])
  expect(validations.metrics('drop')).toMatchObject({ matched: 2, succeeded: 1, failed: 1 })
  validations.resetMetrics('drop')
  expect(validations.metrics('drop')).toMatchObject({ matched: 0 })
})

test('any_pass needs one check, all_pass needs all of them, and asynchronous checks are awaited', async () => {
  const { validations, codeOf, publish } = open()
  const checks = [
    { type: 'json', schema: 'js' },
    { type: 'sql', sql: 'x' },
  ] as const
  validations.update([
    validation('any', { topics: ['any'], strategy: 'any_pass', checks }),
    validation('all', { topics: ['all'], checks }),
    validation('later', { topics: ['later'], checks: [{ type: 'sql', sql: 'later' }] }),
  ])
  expect(['x', '{"name":1}', '{}'].map((payload) => codeOf('any', payload))).toEqual(['published', 'published', 0x10])
  expect(['{"name":"x"}', '{"name":1}'].map((payload) => codeOf('all', payload))).toEqual(['published', 0x10])
  await expect(publish('later', '', 1)).resolves.toMatchObject({ topic: 'later' })
  await expect(publish('later', '', 0)).rejects.toMatchObject({ reasonCode: 0x10 })
})

test('validations run before transformations, which run in their order on the results of earlier ones', () => {
  const { validations, transformations, publish, codeOf } = open()
  transformations.update([
    transformation('first', {
      operations: [
        { key: 'payload.a.b', value: "concat([payload.name, '!'])" },
        { key: 'payload.big', value: 'payload.big' },
        { key: 'qos', value: '1' },
        { key: 'user_property.x', value: 'payload.a.b' },
      ],
    }),
    transformation('second', { operations: [{ key: 'topic', value: 'concat([topic, payload.a.b])' }] }),
  ])
  validations.update([validation('v', {})])
  const result = publish('t/1', '{"name":"n","big":9007199254740993}')
  expect(result).toMatchObject({ topic: 't/1n!', qos: 1, properties: { userProperties: [['x', 'n!']] } })
  const { payload } = result instanceof Promise || result === undefined ? { payload: new Uint8Array() } : result
  expect(Buffer.from(payload).toString()).toBe('{"name":"n","a":{"b":"n!"},"big":9007199254740993}')
  expect(codeOf('t/1', '{"big":1}')).toBe(0x10)
})

test.each([
  ['qos', 'payload.x'],
  ['retain', "'maybe'"],
  ['topic', "'a/#'"],
  ['topic', "''"],
  ['payload.y', 'payload.missing'],
])('a transformation that sets %s to %s fails', (key, value) => {
  const { transformations, codeOf } = open()
  transformations.update([transformation('t', { operations: [{ key, value }] })])
  expect(codeOf('t/1', '{"x":7}')).toBe(0x10)
})

test('an error of this broker in a transformation is logged with its place, and is not the reason of a bad message', () => {
  const { transformations, codeOf, errors } = open(() => {
    throw new TypeError('of this broker')
  })
  transformations.update([transformation('t', { operations: [{ key: 'payload.y', value: 'pub_props.x' }] })])
  expect(codeOf('t/1', '{}')).toBe(0x10)
  expect(errors).toEqual([{ name: 't', error: expect.stringMatching(/TypeError: of this broker\n +at /) }])
})

test('without enabled policies there is no hook', () => {
  const { hooks, validations } = open()
  validations.update([validation('v', {})])
  expect(hooks.has('message.publish')).toBe(true)
  validations.update([validation('v', { enable: false })])
  expect(hooks.has('message.publish')).toBe(false)
})
