import { type ElasticsearchPeer, eventually, startElasticsearchPeer } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

const login = { username: 'elastic', password: 'el4stic-s3cret' }
const connectorOf = ({ port }: ElasticsearchPeer) => ({
  server: `127.0.0.1:${port}`,
  pool_size: 2,
  authentication: login,
})

describeIntegration('Elasticsearch (a peer)', async () => {
  const peer = await startElasticsearchPeer(login)
  return {
    harness: () => createHarness('elasticsearch'),
    connector: { ...connectorOf(peer), enable_pipelining: 1, pool_size: 1 },
    action: {
      parameters: { action: 'create', index: 'marks', id: '${mark}', doc: '{"mark":"${mark}","n":${n}}' },
      data: (mark) => ({ mark, n: 1n }),
      received: async () => [...peer.documents().values()].map(({ source }) => String(source.mark)),
      refused: () => ({ mark: 'never', n: '"nine"' }),
    },
    down: peer.down,
    up: peer.up,
    secrets: [login.password],
    wrong: { authentication: { ...login, password: 'wr0ng-pa55word' } },
    close: peer.down,
  }
})

let peer: ElasticsearchPeer
beforeAll(async () => {
  peer = await startElasticsearchPeer({ ...login, aliases: ['known'] })
})
afterAll(() => peer?.down())

async function opened(parameters: object) {
  const harness = await createHarness('elasticsearch')
  onTestFinished(harness.close)
  await harness.apply({ connector: connectorOf(peer), action: { connector: 'c', parameters } })
  const results = async (data: Record<string, unknown>) => (await harness.send(data)).result
  return { harness, results }
}

test('documents are created, replaced only if the settings allow it, updated in part and deleted', async () => {
  const place = { index: 'i', id: '${id}' }
  const replaced = await opened({ action: 'create', ...place, routing: 'r1' })
  expect(await replaced.results({ id: 'a', x: 1n })).toBe('success')
  expect(await replaced.results({ id: 'a', x: 2n })).toBe('success')
  const kept = await opened({ action: 'create', ...place, overwrite: false })
  expect(await kept.results({ id: 'a', x: 3n })).toBe('failed')
  const changed = await opened({ action: 'update', ...place, doc: '{"y":"${y}"}' })
  expect(await changed.results({ id: 'a', y: 'why' })).toBe('success')
  expect(await changed.results({ id: 'b', y: 'why' })).toBe('failed')
  expect(peer.documents().get('i/a')).toEqual({ source: { id: 'a', x: 2, y: 'why' }, routing: 'r1', version: 3 })
  const upserted = await opened({ action: 'update', ...place, doc_as_upsert: true })
  expect(await upserted.results({ id: 'b', y: 'made' })).toBe('success')
  const removed = await opened({ action: 'delete', ...place })
  expect(await removed.results({ id: 'a' })).toBe('success')
  expect(await removed.results({ id: 'a' })).toBe('failed')
  expect([...peer.documents().keys()]).toEqual(['i/b'])
})

test('without an ID each message is a separate document; an alias can be required', async () => {
  const { results } = await opened({ action: 'create', index: '${index}', require_alias: true })
  expect(await results({ index: 'known' })).toBe('success')
  expect(await results({ index: 'known' })).toBe('success')
  expect(await results({ index: 'unknown' })).toBe('failed')
  expect([...peer.documents().keys()].filter((place) => place.startsWith('known/'))).toHaveLength(2)
})

test('a rejected document is reported without values of the message', async () => {
  const { harness } = await opened({ action: 'create', index: 'said', doc: '{"a":${a}' })
  expect(await harness.send({ a: '"personal"' })).toEqual({
    result: 'failed',
    reason: 'the server returned status 400: document_parsing_exception',
  })
})

test('a request to an overloaded cluster is retried', async () => {
  const { harness } = await opened({ action: 'create', index: 'busy' })
  peer.refuse(429)
  const sent = harness.send({ a: 1n })
  await eventually(
    () => (harness.metrics('action').retried ?? 0) > 0,
    () => 'Waited for another try',
  )
  peer.refuse(undefined)
  expect(await sent).toMatchObject({ result: 'success' })
})
