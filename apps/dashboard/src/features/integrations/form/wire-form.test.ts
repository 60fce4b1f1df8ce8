import { describe, expect, test } from 'vitest'
import { recordedSchema } from '../../../schema-form/test-documents.ts'
import { newBody } from '../test-body.ts'
import { http, httpAction, mqtt } from '../test-broker.ts'
import { formShape, groupsOf, settingsOf } from './wire-form.ts'

const [connectors, actions] = await Promise.all(['connectors', 'actions'].map(recordedSchema))
if (!connectors || !actions) throw new Error('the recordings are not there')
const titles = { general: 'General', connection: 'Connection', parameters: 'Parameters', tls: 'TLS' }

describe('the form of something that exists', () => {
  test('has neither type nor name, which cannot change', () => {
    const { schema, fields } = formShape(connectors, 'connector', 'http', true, {})
    const component = schema.document.components.schemas['bridge_http.post_connector']
    expect(Object.keys(component?.properties ?? {})).not.toContain('name')
    expect(component?.required).toEqual(['url'])
    expect(fields).toContain('url')
    expect(fields).not.toContain('type')
  })

  test('sends back the settings, and nothing of what else was answered', () => {
    const { fields } = formShape(connectors, 'connector', 'mqtt', true, {})
    const sent = settingsOf(mqtt, fields)
    expect(sent).toMatchObject({ server: '127.0.0.1:1883', password: '******', enable: true })
    for (const key of ['type', 'name', 'status', 'node_status', 'sources', 'last_seen'])
      expect(sent).not.toHaveProperty(key)
  })

  test('sends all settings except known read-only fields if the broker does not describe the type', () => {
    const { fields } = formShape(connectors, 'connector', 'brand_new', true, {})
    expect(fields).toBeUndefined()
    expect(Object.keys(settingsOf({ ...http, anything: 1 }, fields))).toContain('anything')
    expect(settingsOf(httpAction, undefined)).not.toHaveProperty('rules')
  })
})

describe('the panels of a form', () => {
  test('show the fields of `parameters` without their own level, and resource options last', () => {
    const shape = formShape(actions, 'action', 'mqtt', false, {})
    const [general, parameters] = groupsOf('action', shape, titles)
    expect(general?.fields).toContain('connector')
    expect(parameters?.fields).toContain('parameters.topic')
    expect(parameters?.fields.at(-1)).toBe('resource_opts')
    expect(parameters?.fields).not.toContain('parameters')
  })

  test('leave parameters whole where they are one of several shapes', () => {
    const shape = formShape(connectors, 'connector', 'redis', false, {})
    expect(groupsOf('connector', shape, titles)[1]?.fields).toContain('parameters')
  })

  test('know the drivers of one type as variants', () => {
    const { schema } = formShape(connectors, 'connector', 'iotdb', false, {})
    expect(schema.variants.map(({ label }) => label.en)).toEqual(['REST API', 'Thrift'])
  })
})

test('the form of something new sends the suggestion over the defaults, and needs what is required', () => {
  expect(newBody(connectors, 'connector', 'http', { name: 'web' })).toMatchObject({
    type: 'http',
    name: 'web',
    url: 'http://127.0.0.1:8080',
    pool_size: 8,
  })
  expect(() => newBody(connectors, 'connector', 'http', {})).toThrow('name')
})
