import { describe, expect, test } from 'vitest'
import { declaredTexts } from './declared-texts.ts'
import { buildModel, type FormNode } from './model.ts'
import { recordedSchema } from './test-documents.ts'
import { chooseAlternative, nodeAt } from './unions.ts'
import { differsFromDefault, initialValue, sameValue, toWireValue, withoutSecrets } from './values.ts'
import type { SchemaDocument } from './wire.ts'

const [hotconf, connectors, actions] = await Promise.all(['hotconf', 'connectors', 'actions'].map(recordedSchema))

const texts = declaredTexts()

function modelOf(document: SchemaDocument | undefined, component: string): FormNode {
  const model = document && buildModel(document, component, texts)
  if (!model) throw new Error(component)
  return model
}
const at = (model: FormNode, ...path: string[]): FormNode => {
  const node = nodeAt(model, path, undefined)
  if (!node) throw new Error(path.join('.'))
  return node
}
const redis = modelOf(connectors, 'redis.post_connector')
const mqtt = modelOf(hotconf, 'emqx.mqtt')
const log = modelOf(hotconf, 'emqx.log')

describe('a new object starts', () => {
  test('with its defaults, its type and the usual variant', () => {
    expect(initialValue(redis)).toMatchObject({
      type: 'redis',
      enable: true,
      parameters: { redis_type: 'single', pool_size: 8, database: 0 },
      ssl: { enable: false, verify: 'verify_none', versions: ['tlsv1.3', 'tlsv1.2'] },
      resource_opts: { health_check_interval: '15s' },
    })
  })

  test('without optional parts that require input', () => {
    const kafka = modelOf(connectors, 'bridge_kafka.post_connector')
    expect(initialValue(kafka)).toMatchObject({ authentication: 'none' })
    expect(initialValue(modelOf(hotconf, 'file_transfer.local_storage_exporter_backend'))).toEqual({
      local: { enable: true },
    })
  })

  test('with the value of a constant, even if another default is printed', () => {
    expect(initialValue(modelOf(connectors, 'iotdb.post_thrift'))).toMatchObject({ driver: 'thrift' })
  })

  test('with the direct mode of an upload', () => {
    expect(initialValue(modelOf(actions, 'bridge_s3.post_bridge_v2'))).toMatchObject({ parameters: { mode: 'direct' } })
  })
})

describe('the alternative of a union is selected by the value', () => {
  const alternativeOf = (node: FormNode, value: unknown) => {
    const alternative = node.kind === 'union' ? chooseAlternative(node, value) : undefined
    return alternative?.symbol ?? alternative?.node?.kind
  }

  test('a symbol takes precedence over a string', () => {
    expect(alternativeOf(at(mqtt, 'clientid_override'), 'disabled')).toBe('disabled')
    expect(alternativeOf(at(mqtt, 'clientid_override'), 'username')).toBe('expression')
    expect(alternativeOf(at(mqtt, 'retry_interval'), 'infinity')).toBe('infinity')
    expect(alternativeOf(at(mqtt, 'retry_interval'), '30s')).toBe('duration')
  })

  test('objects by their constants, a map without known fields', () => {
    const node = at(redis, 'parameters')
    const variant =
      node.kind === 'union' ? chooseAlternative(node, { redis_type: 'cluster', servers: 'a:1' }) : undefined
    expect(variant?.label.en).toBe('Cluster')
    expect(alternativeOf(at(log, 'file'), { level: 'warning' })).toBe('object')
    expect(alternativeOf(at(log, 'file'), { default: { level: 'debug' }, other: {} })).toBe('map')
  })

  test('none if none matches', () => {
    expect(alternativeOf(at(redis, 'parameters'), 'a text')).toBeUndefined()
  })
})

describe('the sent value', () => {
  const before = { max_inflight: '32', max_mqueue_len: 1000, response_information: 'x', from_the_future: { a: 1 } }

  test('is unchanged without edits, including types', () => {
    expect(toWireValue(mqtt, structuredClone(before), before)).toBe(before)
    expect(toWireValue(mqtt, { ...before, max_mqueue_len: 5 }, before)).toEqual({ ...before, max_mqueue_len: 5 })
  })

  test('has numbers for digits in number fields only', () => {
    const typed = { ...before, max_clientid_len: '100', response_information: '12', from_the_future: '7' }
    expect(toWireValue(mqtt, typed, before)).toEqual({ ...typed, max_clientid_len: 100 })
  })

  test('keeps a cleared string and omits a cleared quantity', () => {
    const cleared = { ...before, response_information: '', session_expiry_interval: '' }
    expect(toWireValue(mqtt, cleared, before)).toEqual({ ...before, response_information: '' })
  })

  test('keeps spaces in secrets and trims addresses', () => {
    const value = { type: 'redis', parameters: { redis_type: 'single', server: ' h:1 ', password: ' s ' } }
    expect(toWireValue(redis, value, undefined)).toEqual({
      type: 'redis',
      parameters: { redis_type: 'single', server: 'h:1', password: ' s ' },
    })
  })

  test('keeps a masked secret', () => {
    const masked = { parameters: { redis_type: 'single', server: 'h:1', password: '******' } }
    const changed = { parameters: { ...masked.parameters, server: 'h:2' } }
    expect(toWireValue(redis, changed, masked)).toEqual(changed)
  })
})

test('a copy has no secrets and lists those it lost', () => {
  const value = { name: 'r', parameters: { redis_type: 'single', password: '******' }, ssl: { password: '******' } }
  expect(withoutSecrets(redis, value)).toEqual({
    value: { name: 'r', parameters: { redis_type: 'single', password: '' }, ssl: { password: '' } },
    emptied: [
      ['parameters', 'password'],
      ['ssl', 'password'],
    ],
  })
})

test('masked map values and parts of texts must be entered again in a copy', () => {
  const http = modelOf(connectors, 'bridge_http.post_connector')
  const value = { url: 'http://u:******@a', headers: { accept: 'text/plain', authorization: '******' } }
  expect(withoutSecrets(http, value)).toEqual({
    value: { url: 'http://u:@a', headers: { accept: 'text/plain', authorization: '' } },
    emptied: [['url'], ['headers', 'authorization']],
  })
})

test('values are compared by meaning', () => {
  expect(sameValue(at(mqtt, 'await_rel_timeout'), '300s', '5m')).toBe(true)
  expect(sameValue(at(mqtt, 'max_packet_size'), '1MB', '1024KB')).toBe(true)
  expect(sameValue(at(mqtt, 'idle_timeout'), '15s', '15000ms')).toBe(true)
  expect(sameValue(at(mqtt, 'idle_timeout'), '15s', 'infinity')).toBe(false)
  expect(sameValue(at(mqtt, 'response_information'), '1', 1)).toBe(false)
  expect(differsFromDefault(at(mqtt, 'await_rel_timeout'), '5m')).toBe(false)
  expect(differsFromDefault(at(mqtt, 'max_inflight'), 33)).toBe(true)
  expect(differsFromDefault(at(mqtt, 'max_inflight'), undefined)).toBe(false)
})
