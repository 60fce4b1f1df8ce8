import { generateKeyPairSync } from 'node:crypto'
import { eventually, type PubsubPeer, startPubsubPeer } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { structsOf } from '../catalog.ts'
import { createHarness } from '../test-harness.ts'

let peer: PubsubPeer
beforeAll(async () => {
  peer = await startPubsubPeer({ secondMs: 50 })
  vi.stubEnv('PUBSUB_EMULATOR_HOST', peer.host)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await peer?.down()
})

const otherKey = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey

const connectorOf = () => ({ service_account_json: peer.account, pool_size: 2 })
const withAccount = (changes: object) => JSON.stringify({ ...(JSON.parse(peer.account) as object), ...changes }) // an object
const base64 = (text: string) => Buffer.from(text).toString('base64')
const textOf = (data = '') => Buffer.from(data, 'base64').toString()
const connectorSuite = () => ({
  connector: connectorOf(),
  down: () => peer.down(),
  up: () => peer.up(),
  secrets: [peer.account, ...privateKeyParts(peer.account), ...privateKeyParts(withAccount({ private_key: otherKey }))],
  wrong: { service_account_json: withAccount({ private_key: otherKey }) },
  close: async () => {},
})
/** Lines of the key, because JSON encodes line breaks. */
const privateKeyParts = (account: string) => account.split('\\n').slice(1, 4)

describeIntegration('a Google Pub/Sub producer (a peer)', async () => {
  peer.createTopic('out')
  return {
    ...connectorSuite(),
    harness: () => createHarness('gcp_pubsub_producer'),
    action: {
      parameters: { pubsub_topic: 'out', payload_template: '${mark}', ordering_key_template: '${key}' },
      data: (mark) => ({ mark }),
      received: async () => peer.published('out').map(({ data }) => textOf(data)),
      batches: true,
      refused: () => ({ mark: 'never', key: 'x'.repeat(1025) }),
    },
  }
})

describeIntegration('a Google Pub/Sub consumer (a peer)', async () => {
  peer.createTopic('arriving')
  return {
    ...connectorSuite(),
    harness: () => createHarness('gcp_pubsub_consumer'),
    source: {
      parameters: { topic: 'arriving' },
      publish: async (mark) => peer.publish('arriving', { data: base64(mark) }),
      markOf: ({ value }) => Buffer.from(value as Uint8Array).toString(),
    },
  }
})

async function opened(part: 'producer' | 'consumer', channel: object) {
  const harness = await createHarness(`gcp_pubsub_${part}`)
  onTestFinished(harness.close)
  onTestFinished(() => peer.refuse(() => undefined))
  const name = part === 'producer' ? 'action' : 'source'
  const resource_opts = { health_check_interval: '50ms' }
  await harness.apply({ connector: connectorOf(), [name]: { connector: 'c', resource_opts, ...channel } })
  return harness
}

test('a message has the rendered payload, attributes and ordering key, or all data without these settings', async () => {
  peer.createTopic('rendered')
  const { send, apply } = await opened('producer', {
    parameters: {
      pubsub_topic: 'rendered',
      payload_template: '${payload}',
      ordering_key_template: '${clientid}',
      attributes_template: [
        { key: '${a}', value: '${b}/${missing}' },
        { key: '${missing}', value: 'dropped' },
      ],
    },
  })
  await send({ payload: new Uint8Array([0, 255]), clientid: 'c1', a: 'k', b: 1n })
  await apply({
    connector: connectorOf(),
    action: { connector: 'c', parameters: { pubsub_topic: 'rendered' } },
  })
  await send({ n: 9007199254740993n })
  expect(peer.published('rendered')).toEqual([
    { data: 'AP8=', attributes: { k: '1/' }, orderingKey: 'c1' },
    { data: base64('{"n":9007199254740993}') },
  ])
})

test('a rejected message of a batch does not fail the others, and limits are reported by name', async () => {
  peer.createTopic('batch')
  // As if the service had a limit that is not known here.
  peer.refuse((operation, { body }) => (operation === 'publish' && body.includes(base64('bad')) ? 400 : undefined))
  const { send } = await opened('producer', {
    parameters: {
      pubsub_topic: 'batch',
      payload_template: '${payload}',
      attributes_template: [{ key: '${key}', value: 'v' }],
    },
    resource_opts: { batch_size: 10, batch_time: '50ms', worker_pool_size: 1 },
  })
  const data = ['a', 'bad', 'b'].map((payload) => ({ payload }))
  const refused = [{ payload: '' }, { payload: 'c', key: 'google' }, { payload: 'x'.repeat(10_000_001) }]
  const outcomes = await Promise.all([...data, ...refused].map(send))
  expect(outcomes.map(({ result, reason = '' }) => `${result} ${reason}`)).toEqual([
    'success ',
    expect.stringContaining('failed the service returned status 400: INVALID_ARGUMENT'),
    'success ',
    expect.stringContaining('the message is empty'),
    expect.stringContaining('an attribute key begins with goog'),
    expect.stringContaining('the payload has more than 10 MB'),
  ])
  expect(peer.published('batch').map(({ data: one }) => textOf(one))).toEqual(['a', 'b'])
})

test('messages with an ordering key are published in order, although several requests are in progress', async () => {
  peer.createTopic('ordered')
  const { send } = await opened('producer', {
    parameters: { pubsub_topic: 'ordered', payload_template: '${n}', ordering_key_template: '${key}' },
    resource_opts: { batch_size: 3, batch_time: '1ms', worker_pool_size: 1 },
  })
  const keys = ['a', 'b']
  const numbers = Array.from({ length: 60 }, (_, index) => index)
  await Promise.all(numbers.map((n) => send({ n, key: keys[n % 2] })))
  for (const [index, key] of keys.entries()) {
    const own = peer.published('ordered').filter(({ orderingKey }) => orderingKey === key)
    expect(own.map(({ data }) => Number(textOf(data)))).toEqual(numbers.filter((n) => n % 2 === index))
  }
})

test('large batches are split by the limits of a request', async () => {
  peer.createTopic('large')
  const { send } = await opened('producer', {
    parameters: { pubsub_topic: 'large', payload_template: '${payload}' },
    resource_opts: { batch_size: 2000, batch_time: '1s', worker_pool_size: 1, request_ttl: '20s' },
  })
  const sent = Array.from({ length: 2000 }, (_, index) => send({ payload: `${index}` }))
  expect(new Set((await Promise.all(sent)).map(({ result }) => result))).toEqual(new Set(['success']))
  expect(peer.published('large').map(({ data }) => textOf(data))).toEqual(
    Array.from({ length: 2000 }, (_, i) => `${i}`),
  )
})

test('an action and a source with an unknown topic are disconnected with the reason until it exists', async () => {
  const action = await opened('producer', { parameters: { pubsub_topic: 'nowhere' } })
  const source = await opened('consumer', { parameters: { topic: 'nowhere' } })
  const reason = 'the topic nowhere does not exist in the project mqtt-project'
  for (const [part, harness] of [['action', action] as const, ['source', source] as const])
    await expect.poll(() => harness.state(part)).toMatchObject({ status: 'disconnected', reason })
  peer.createTopic('nowhere')
  for (const [part, harness] of [['action', action] as const, ['source', source] as const])
    await expect.poll(() => harness.state(part)?.status).toBe('connected')
})

test('an account without permission to read topics can publish', async () => {
  peer.createTopic('write-only')
  peer.refuse((operation) => (operation === 'GET topics' ? 403 : undefined))
  const { send, state } = await opened('producer', { parameters: { pubsub_topic: 'write-only' } })
  expect(await send({ a: 1n })).toMatchObject({ result: 'success' })
  expect(state('action')?.status).toBe('connected')
})

test('a source has the columns of a message and removes what it acknowledged', async () => {
  peer.createTopic('columns')
  const { messages } = await opened('consumer', { parameters: { topic: 'columns', ack_deadline: '20s' } })
  await expect.poll(() => peer.subscription('emqx-sub-s-columns')).toMatchObject({ ackDeadlineSeconds: 20 })
  peer.publish('columns', { data: 'AP8=', attributes: { a: 'b' }, orderingKey: 'k' }, { attributes: { only: 'these' } })
  await expect.poll(() => messages().length).toBe(2)
  const always = {
    topic: 'columns',
    message_id: expect.stringMatching(/^\d+$/),
    publish_time: expect.stringMatching(/^\d{4}-.*Z$/),
  }
  expect(messages()).toEqual([
    { ...always, value: Buffer.from([0, 255]), attributes: { a: 'b' }, ordering_key: 'k' },
    { ...always, attributes: { only: 'these' } },
  ])
  await eventually(
    () => peer.unacknowledged('emqx-sub-s-columns') === 0,
    () => 'Waited for the acknowledgements',
  )
})

test('invalid settings are rejected with the name of the field', async () => {
  const problem = (part: 'connector' | 'action' | 'source', type: string, body: object): string => {
    const parsed = structsOf(part, type)?.put.schema.safeParse(body)
    return parsed?.success ? '' : JSON.stringify(parsed?.error?.issues)
  }
  const account = (changes: object) =>
    problem('connector', 'gcp_pubsub_producer', { service_account_json: withAccount(changes) })
  expect(account({})).toBe('')
  expect(account({ private_key: undefined })).toContain('private_key is missing in the JSON')
  expect(problem('action', 'gcp_pubsub_producer', { connector: 'c', parameters: { pubsub_topic: 'a/b' } })).toContain(
    'pubsub_topic',
  )
  expect(problem('source', 'gcp_pubsub_consumer', { connector: 'c', parameters: { topic: 'goog-x' } })).toContain(
    'must have 3 to 255 letters',
  )
  const { probe } = await createHarness('gcp_pubsub_producer')
  const broken = otherKey.replace(/[A-Z]/g, 'x').replaceAll(/xxxxx .*xxxxx/g, '')
  const truncated = `-----BEGIN PRIVATE KEY-----\n${broken}\n-----END PRIVATE KEY-----\n`
  await expect(
    probe('connector', { service_account_json: withAccount({ private_key: truncated }) }),
  ).rejects.toMatchObject({ message: 'private_key in the JSON is not a valid private key in PEM format' })
})
