import { expect, test } from 'vitest'
import { buildModel } from './model.ts'
import { faultOfServer, fieldAtServerPath } from './server-errors.ts'
import { recordedSchema } from './test-documents.ts'

const hotconf = await recordedSchema('hotconf')
const connectors = await recordedSchema('connectors')
const modelOf = (document: typeof hotconf, component: string) => {
  const model = buildModel(document, component)
  if (!model) throw new Error(component)
  return model
}
const zone = modelOf(hotconf, '/configs/global_zone')
const mqtt = modelOf(hotconf, 'emqx.mqtt')
const redis = modelOf(connectors, 'redis.post_connector')
const values = {
  client_attrs_init: [{ expression: 'a' }, { expression: 'b' }],
  mqueue_priorities: { 'a.b': 1 },
  parameters: { redis_type: 'single' },
}

test.each([
  [zone, 'mqtt.max_inflight', ['mqtt', 'max_inflight']],
  [zone, 'root.mqtt.max_inflight', ['mqtt', 'max_inflight']],
  [mqtt, 'mqtt.max_inflight', ['max_inflight']],
  [mqtt, 'root.max_inflight', ['max_inflight']],
  [mqtt, 'mqtt.client_attrs_init.2.expression', ['client_attrs_init', 1, 'expression']],
  [mqtt, 'mqtt.mqueue_priorities.a.b', ['mqueue_priorities', 'a.b']],
  [redis, 'connectors.redis.my_name.parameters.server', ['parameters', 'server']],
  [mqtt, 'root', undefined],
  [mqtt, '', undefined],
  [mqtt, 'mqtt.nothing_here', undefined],
])('a path of the broker leads to its field: %#', (model, path, expected) => {
  expect(fieldAtServerPath(model, values, path)?.path).toEqual(expected)
})

test('messages of the broker are shown at the field, with our texts for its schema errors', () => {
  const fault = (reason: string, expected?: string) =>
    faultOfServer(mqtt, values, { path: 'max_inflight', reason, ...(expected !== undefined && { expected }) })?.text.en
  expect(fault('must be between 1 and 65535')).toBe('Must be between 1 and 65535')
  expect(fault('required_field')).toBe('Max inflight is required')
  expect(fault('expected', '1..10')).toBe('Expected: 1..10')
  expect(faultOfServer(mqtt, values, { path: 'root', reason: 'unknown_fields', value: 'x' })).toBeUndefined()
})
