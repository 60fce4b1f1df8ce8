import { describe, expect, test } from 'vitest'
import { recordedSchema } from './test-documents.ts'
import { componentsFor, indexComponents, type SchemaDocument } from './wire.ts'

const post = (type: string, more = {}) => ({
  type: 'object',
  properties: { type: { type: 'enum', symbols: [type] }, ...more },
})

describe('components are found by structure', () => {
  const document: SchemaDocument = {
    components: {
      schemas: {
        'never_heard_of.post_connector': post('new_database'),
        'never_heard_of.put_connector': post('new_database'),
        'never_heard_of.post_bridge_v2': post('new_database', { connector: { type: 'string' } }),
        'never_heard_of.post_source': post('new_database', { connector: { type: 'string' } }),
        'no_type.post': { type: 'object', properties: {} },
        'many.post': { type: 'object', properties: { type: { type: 'enum', symbols: ['a', 'b'] } } },
      },
    },
  }

  test('by the single symbol of their type', () => {
    expect([...indexComponents(document).keys()]).toEqual(['new_database'])
  })

  test('and distinguished by what they create', () => {
    expect(componentsFor(document, 'new_database', 'connector')).toEqual(['never_heard_of.post_connector'])
    expect(componentsFor(document, 'new_database', 'action')).toEqual(['never_heard_of.post_bridge_v2'])
    expect(componentsFor(document, 'new_database', 'source')).toEqual(['never_heard_of.post_source'])
    expect(componentsFor(document, 'unknown', 'source')).toEqual([])
  })
})

describe('in the recorded schemas', async () => {
  const connectors = await recordedSchema('connectors')
  const actions = await recordedSchema('actions')

  test('every connector type is found, IoTDB with its two drivers', () => {
    expect(indexComponents(connectors).size).toBe(38)
    expect(componentsFor(connectors, 'iotdb', 'connector')).toEqual(['iotdb.post_restapi', 'iotdb.post_thrift'])
    expect(componentsFor(connectors, 'kafka_producer', 'connector')).toEqual(['bridge_kafka.post_connector'])
  })

  test('MQTT has an action and a source', () => {
    expect(componentsFor(actions, 'mqtt', 'action')).toEqual(['bridge_mqtt_publisher.post_bridge_v2'])
    expect(componentsFor(actions, 'mqtt', 'source')).toEqual(['bridge_mqtt_publisher.post_source'])
  })
})
