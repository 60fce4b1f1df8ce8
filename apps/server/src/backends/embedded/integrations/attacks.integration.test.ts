import { generateKeyPairSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test-server.ts'

let stage: TestServer
beforeAll(async () => {
  stage = await startTestServer()
})
afterAll(() => stage.stop())

const rule = { sql: 'SELECT * FROM "t"', actions: [] }

test.each(['constructor', 'toString', '__proto__'])('a rule named %s exists only after it was created', async (id) => {
  expect((await stage.get(`/rules/${id}`)).status).toBe(404)
  expect((await stage.call('PUT', `/rules/${id}`, rule)).status).toBe(404)
  expect((await stage.call('POST', `/rules/${id}/test`, { context: { event_type: 'message_publish' } })).status).toBe(
    404,
  )
  const update = { update: { rules: [{ id, ...rule }] } }
  expect((await stage.call('POST', '/mqdeck/integration_changes', update)).status).toBeGreaterThanOrEqual(400)
  expect((await stage.get('/rules')).body).toMatchObject({ data: [] })
})

test('authorization headers are masked, and kept when the masked value is sent back', async () => {
  const hushed = { authorization: 'Bearer hush-1', 'x-api-key': 'hush-2' }
  const url = 'http://127.0.0.1:9'
  const connector = { type: 'http', name: 'h', url, headers: { ...hushed, accept: 'text/plain' } }
  const action = { type: 'http', name: 'a', connector: 'h', parameters: { headers: { cookie: 'hush-3' } } }
  const answers = [
    await stage.call('POST', '/connectors', connector),
    await stage.call('POST', '/actions', action),
    await stage.get('/connectors'),
    await stage.get('/actions/http:a'),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 200])
  expect(JSON.stringify(answers)).not.toContain('hush')
  expect(answers[0]?.body).toMatchObject({ headers: { authorization: '******', accept: 'text/plain' } })

  const { body } = await stage.get('/connectors/http:h')
  expect((await stage.call('PUT', '/connectors/http:h', { ...body, description: 'new' })).status).toBe(200)
  const stored = await readFile(join(stage.folder, 'configs/cluster.hocon'), 'utf8')
  for (const secret of ['hush-1', 'hush-2', 'hush-3']) expect(stored).toContain(secret)

  const copy = await stage.call('POST', '/connectors', { type: 'http', name: 'h2', url, headers: { cookie: '******' } })
  expect([copy.status, JSON.stringify(copy.body)]).toEqual([400, expect.stringContaining('masked secret')])
})

test('the key of a service account is masked, kept when the masked value is sent back, and not echoed', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const file = {
    type: 'service_account',
    project_id: 'p',
    private_key_id: 'k',
    private_key: privateKey,
    client_email: 'a@p.iam.gserviceaccount.com',
  }
  const hush = privateKey.split('\n')[1]
  const connector = { type: 'gcp_pubsub_producer', name: 'p', enable: false, service_account_json: file }
  const path = '/connectors/gcp_pubsub_producer:p'
  const answers = [
    await stage.call('POST', '/connectors', connector),
    await stage.call('PUT', path, { service_account_json: '******', enable: false, description: 'new' }),
    await stage.call('PUT', path, { service_account_json: { ...file, client_email: 'a' } }),
    await stage.call('PUT', path, { service_account_json: { ...file, private_key: `${privateKey.slice(0, 200)}` } }),
    await stage.get(path),
  ]
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 400, 400, 200])
  expect(JSON.stringify(answers)).not.toContain(hush)
  const reasons = ['client_email in the JSON must be', 'private_key in the JSON is not a valid private key']
  for (const [index, reason] of reasons.entries()) {
    const text = JSON.stringify(answers[2 + index])
    expect(text).toContain('gcp_pubsub_producer.p.service_account_json')
    expect(text).toContain(reason)
  }
  expect(answers[4]?.body).toMatchObject({ service_account_json: '******', description: 'new' })
  expect(await readFile(join(stage.folder, 'configs/cluster.hocon'), 'utf8')).toContain(hush)
})

test('an invalid address is rejected with its field', async () => {
  const answer = await stage.call('POST', '/connectors', { type: 'http', name: 'x', url: 'not an address' })
  expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringContaining('root.url')])
})

test('a rule that triggers itself through delayed messages is stopped, also across a restart', async () => {
  const args = { topic: '$delayed/0/loop/x', payload: 'x' }
  const looping = { id: 'r', sql: `FOREACH [1..2] FROM "loop/#"`, actions: [{ function: 'republish', args }] }
  expect((await stage.call('POST', '/rules', looping)).status).toBe(201)
  const { client } = await stage.connect('c')
  await client.publishAsync('loop/a', 'x', { qos: 1 })
  // Once for the message and once for each of the two messages from it.
  await expect
    .poll(async () => (await stage.get('/rules/r/metrics')).body)
    .toMatchObject({ metrics: { matched: 3, 'actions.success': 2, 'actions.failed': 4 } })
})
