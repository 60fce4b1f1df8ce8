import { expect, test } from 'vitest'
import { wireDocument } from './wire-document.ts'

const openApi = {
  components: {
    schemas: {
      'emqx_gateway_api.update_x': {
        type: 'object',
        required: ['topic'],
        properties: {
          idle_timeout: { type: 'string', default: '30s', example: '12m' },
          mode: {
            oneOf: [
              { type: 'string', enum: ['a'] },
              { type: 'string', enum: ['b'] },
            ],
          },
          buffer: { type: 'string', example: '32MB' },
          bind: { type: 'string', example: '127.0.0.1:80' },
          proto: { $ref: '#/components/schemas/gateway.proto' },
          topic: { type: 'string', default: 'x/${clientid}' },
          mapping: { type: 'object', properties: { $name: { type: 'string' } } },
        },
      },
      'gateway.proto': { type: 'object', properties: { rules: { type: 'array', items: { type: 'string' } } } },
      'other.unused': { type: 'object' },
    },
  },
}

test('components of gateways are converted with what they refer to', () => {
  const { schemas } = wireDocument(openApi).components
  expect(Object.keys(schemas).sort()).toEqual(['emqx_gateway_api.update_x', 'gateway.proto'])
  expect(schemas['gateway.proto']?.properties?.rules).toEqual({ type: 'array', items: { type: 'string' } })
})

test('enums, durations, sizes and addresses get the types of forms', () => {
  const component = wireDocument(openApi).components.schemas['emqx_gateway_api.update_x']
  const types = Object.entries(component?.properties ?? {}).map(([name, { type }]) => [name, type])
  expect(Object.fromEntries(types)).toMatchObject({
    idle_timeout: 'duration',
    buffer: 'byteSize',
    bind: 'ip_port',
    topic: 'string',
    mapping: 'object',
  })
  expect(component?.properties?.mode?.oneOf?.[0]).toEqual({ type: 'enum', symbols: ['a'] })
  expect(component?.required).toEqual(['topic'])
})

test('an answer that is not an OpenAPI document has no components', () => {
  expect(wireDocument('not found')).toEqual({ components: { schemas: {} } })
})
