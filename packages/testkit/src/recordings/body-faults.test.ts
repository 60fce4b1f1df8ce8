import { isRecord } from '@mqdeck/contract'
import { expect, test } from 'vitest'
import { bodyFaults } from './body-faults.ts'
import { recordings } from './recordings.ts'

test('every recorded body that EMQX accepted is accepted', () => {
  const accepted = recordings('seed').filter(
    ({ method, status, request }) => ['PUT', 'POST'].includes(method) && status < 300 && isRecord(request),
  )
  expect(accepted.length).toBeGreaterThan(60)
  expect(accepted.flatMap(({ method, path, request }) => bodyFaults({ method, path, body: request }))).toEqual([])
})

test('a missing, an unknown and a wrong field are reported with the operation and the path', () => {
  const faults = (path: string, body: unknown, method = 'POST') => bodyFaults({ method, path, body })
  expect(faults('/configs/global_zone', { mqtt: {}, force_gc: {} }, 'PUT')).toEqual([
    'PUT /configs/global_zone: durable_sessions: required field is missing',
    'PUT /configs/global_zone: flapping_detect: required field is missing',
    'PUT /configs/global_zone: force_shutdown: required field is missing',
  ])
  const jwt = { mechanism: 'jwt', algorithm: 'hmac-based', secret: 's' }
  expect(faults('/authentication', jwt)).toContain('POST /authentication: use_jwks: required field is missing')
  expect(faults('/authentication', { ...jwt, use_jwks: false })).toEqual([])
  expect(faults('/authentication', { ...jwt, use_jwks: false, secrets: 1 })).toEqual([
    'POST /authentication: secrets: unknown field',
  ])
  const connector = { type: 'iotdb', name: 'i', driver: 'restapi', base_url: 'http://a' }
  expect(faults('/connectors', { ...connector, authentication: 'auth_basic' })).toEqual([
    'POST /connectors: authentication: a string in the place of an object',
  ])
})

test('a missing union of objects with required fields is reported, which EMQX calls optional but rejects', () => {
  const faults = (proto: object) =>
    bodyFaults({ method: 'PUT', path: '/gateways/jt808', body: { name: 'jt808', proto } })
  const topics = { up_topic: 'up', dn_topic: 'dn' }
  expect(faults(topics)).toEqual(['PUT /gateways/jt808: proto.auth: required field is missing'])
  expect(faults({ ...topics, auth: { allow_anonymous: true } })).toEqual([])
  expect(faults({ ...topics, auth: {} })).toEqual([
    'PUT /gateways/jt808: proto.auth.allow_anonymous: required field is missing',
  ])
})

test('an operation that only MQDeck has is not checked', () => {
  expect(bodyFaults({ method: 'PUT', path: '/mqdeck/zones', body: { a: 1 } })).toEqual([])
})
