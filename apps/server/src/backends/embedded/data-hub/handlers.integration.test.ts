import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let all: TestServer
beforeAll(async () => {
  all = await startTestServer()
})
afterAll(() => all?.stop())

const schema = { name: 'js', type: 'json', source: '{"type":"object"}' }
const validation = {
  name: 'v',
  topics: ['t/#'],
  strategy: 'all_pass',
  failure_action: 'drop',
  checks: [{ type: 'json', schema: 'js' }],
}
const transformation = {
  name: 'm',
  topics: ['t/#'],
  failure_action: 'drop',
  operations: [{ key: 'topic', value: 'topic' }],
}
const lists = ['/schema_registry', '/schema_validations', '/message_transformations'] as const
const items = ['/schema_validations/validation/v', '/message_transformations/transformation/m', '/schema_registry/js']

const answer = async (method: string, path: string, body?: object) => {
  const result = await all.call(method, path, body)
  // A 204 has no body, which the type of the test server does not contain.
  const { message } = (result.body as { readonly message?: unknown } | undefined) ?? {}
  return { status: result.status, message: String(message) }
}
const content = () => Promise.all(lists.map(async (path) => (await all.get(path)).body))
/** The response, whose fields the type of the test server does not contain. */
const read = async <T>(path: string) => (await all.get(path)).body as unknown as T

async function createAll(): Promise<void> {
  for (const [index, body] of [schema, validation, transformation].entries())
    expect((await all.call('POST', lists[index] ?? '', body)).status).toBe(201)
}
async function deleteAll(): Promise<void> {
  for (const path of items) expect((await all.call('DELETE', path)).status).toBe(204)
}
afterEach(async () => {
  for (const path of items) await all.call('DELETE', path)
})

test.each([
  ['avro', '{bad'],
  ['protobuf', 'nonsense'],
  ['json', '{bad'],
])('an invalid %s schema is 400 with the path root.source, and is not saved', async (type, source) => {
  const refused = await answer('POST', '/schema_registry', { name: 'bad', type, source })
  expect(refused.status).toBe(400)
  expect(JSON.parse(refused.message)).toMatchObject({ path: 'root.source', kind: 'validation_error', value: source })
  expect((await all.get('/schema_registry/bad')).status).toBe(404)
})

test('an update with an invalid schema is 400 with the path root.source, and the schema stays', async () => {
  await createAll()
  const refused = await answer('PUT', '/schema_registry/js', { type: 'json', source: '{bad' })
  expect(refused.status).toBe(400)
  expect(JSON.parse(refused.message).path).toBe('root.source')
  expect((await all.get('/schema_registry/js')).body).toMatchObject(schema)
})

test('schemas, validations and transformations are the same after export, deletion and import', async () => {
  await createAll()
  const before = await content()
  const { body } = await all.call('POST', '/data/export', {})
  const { filename } = body as unknown as { readonly filename: string }
  await deleteAll()
  expect(await content()).toEqual([[], [], []])
  expect(await answer('POST', '/data/import', { filename, password: 'public' })).toMatchObject({ status: 204 })
  expect(await content()).toEqual(before)
})

test('each change is a version of the configuration, which can be restored', async () => {
  await createAll()
  const before = await content()
  const path = '/mqdeck/config_versions'
  type Versions = { readonly data: readonly { readonly version: number; readonly changed: readonly string[] }[] }
  const { data } = await read<Versions>(path)
  const changed = data.slice(0, 3).map((one) => one.changed.map((root) => root.split('.')[0]))
  expect(changed).toEqual([['message_transformation'], ['schema_validation'], ['schema_registry']])
  await deleteAll()
  expect((await answer('POST', `${path}/${data[0]?.version}/restore`)).status).toBeLessThan(300)
  expect(await content()).toEqual(before)
})

test('the audit log contains changes and rejected changes', async () => {
  const { body } = await all.get('/configs/log')
  await all.call('PUT', '/configs/log', { ...body, audit: { enable: true } })
  await createAll()
  await answer('POST', '/schema_registry', { name: 'bad', type: 'json', source: '{bad' })
  await deleteAll()
  type Entries = { readonly data: readonly { readonly operation_id: string; readonly http_status_code: number }[] }
  const { data } = await read<Entries>('/audit?limit=100')
  const found = data.map((one) => `${one.http_status_code} ${one.operation_id}`)
  for (const path of lists) expect(found).toContain(`201 ${path}`)
  expect(found).toContain('400 /schema_registry')
  expect(found).toContain('204 /schema_validations/validation/:name')
})

test('a dry run transforms a payload of any bytes, and rejects what is not base64', async () => {
  const source = 'syntax = "proto3"; message P { int32 id = 1; }'
  await all.call('POST', '/schema_registry', { ...schema, type: 'protobuf', source })
  const path = '/mqdeck/message_transformations/dryrun'
  const format = { type: 'protobuf', schema: 'js', message_type: 'P' }
  const run = (payload: string, encoder: object) =>
    all.call('POST', path, {
      transformation: { ...transformation, payload_decoder: format, payload_encoder: encoder },
      message: { topic: 't/1', payload, payload_encoding: 'base64' },
    })
  // `id` 200 is not UTF-8.
  expect((await run('CMgB', format)).body).toMatchObject({ payload: 'CMgB', payload_encoding: 'base64' })
  expect((await run('CMgB', { type: 'json' })).body).toMatchObject({ payload: '{"id":200}', payload_encoding: 'plain' })
  expect(await run('***', format)).toMatchObject({ status: 400, body: { message: 'message.payload is not base64' } })
})

test('payload decoders are replaced as a whole, recorded in the audit log, and not changed by viewers or wrong fields', async () => {
  const { body: log } = await all.get('/configs/log')
  await all.call('PUT', '/configs/log', { ...log, audit: { enable: true } })
  const path = '/mqdeck/payload_decoders'
  const decoders = [
    { topic: 'a/+', format: 'schema', schema: 'js', message_type: 'P' },
    { topic: 'b/#', format: 'cbor' },
  ]
  expect((await all.call('PUT', path, decoders)).body).toEqual(decoders)
  const viewer = { username: 'decoder_viewer', password: 'Abcd1234!', description: '', role: 'viewer' }
  await all.call('POST', '/users', viewer)
  const theirs = await all.login(viewer.username, viewer.password)
  expect((await all.call('GET', path, undefined, theirs)).body).toEqual(decoders)
  expect((await all.call('PUT', path, [], theirs)).status).toBe(403)
  for (const [wrong, message] of [
    [[{ topic: 'a/#/b', format: 'cbor' }], /^1\.topic: /],
    [[decoders[1], decoders[1]], /^2\.topic: there are two decoders for b\/#$/],
    [[{ topic: 'a', format: 'schema' }], /^1\.schema: is required/],
  ] as const) {
    const refused = await answer('PUT', path, wrong)
    expect(refused.status).toBe(400)
    expect(refused.message).toMatch(message)
  }
  expect((await all.get(path)).body).toEqual(decoders)
  const { data } = await read<{ data: readonly { operation_id: string }[] }>('/audit?limit=20')
  expect(data.map(({ operation_id }) => operation_id)).toContain(path)
  await all.call('PUT', path, [])
})

test('a schema that a rule, the SQL of a validation or a payload decoder uses is not deleted, and they are named', async () => {
  await all.call('POST', '/schema_registry', schema)
  await all.call('PUT', '/mqdeck/payload_decoders', [{ topic: 'a/+', format: 'schema', schema: 'js' }])
  const rule = { id: 'uses_schema', sql: `SELECT schema_check('js', payload) AS ok FROM "t/#"`, actions: [] }
  expect((await all.call('POST', '/rules', rule)).status).toBe(201)
  const checks = [{ type: 'sql', sql: `SELECT * WHERE schema_check('js', payload)` }]
  await all.call('POST', '/schema_validations', { ...validation, checks })
  const refused = await all.call('DELETE', '/schema_registry/js')
  expect(refused).toMatchObject({
    status: 400,
    body: {
      code: 'DEPENDENCY_EXISTS',
      message: 'Schema js is used by rule uses_schema, validation v, payload decoder a/+',
    },
  })
  expect((await all.call('DELETE', '/rules/uses_schema')).status).toBe(204)
  expect((await all.call('DELETE', '/schema_validations/validation/v')).status).toBe(204)
  await all.call('PUT', '/mqdeck/payload_decoders', [])
  expect((await all.call('DELETE', '/schema_registry/js')).status).toBe(204)
})

test('an external registry that a rule or the SQL of a validation uses is not deleted, and they are named', async () => {
  const registry = { name: 'used', type: 'confluent', url: 'http://127.0.0.1:1' }
  expect((await all.call('POST', '/schema_registry_external', registry)).status).toBe(201)
  for (const [id, call] of [
    ['decodes', `avro_decode('used', payload)`],
    ['tags', `schema_encode_and_tag('js', "used", payload, 's')`],
  ])
    expect((await all.call('POST', '/rules', { id, sql: `SELECT ${call} AS x FROM "t/#"`, actions: [] })).status).toBe(
      201,
    )
  const refused = await all.call('DELETE', '/schema_registry_external/registry/used')
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'DEPENDENCY_EXISTS', message: 'External registry used is used by rule decodes, rule tags' },
  })
  for (const id of ['decodes', 'tags']) await all.call('DELETE', `/rules/${id}`)
  expect((await all.call('DELETE', '/schema_registry_external/registry/used')).status).toBe(204)
})
