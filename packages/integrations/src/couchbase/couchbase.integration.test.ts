import { startCouchbasePeer } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

const login = { username: 'writer', password: 'couchbase secret' }

describeIntegration('Couchbase (a peer)', async () => {
  const peer = await startCouchbasePeer({ ...login, keyspaces: ['mqtt'] })
  return {
    harness: () => createHarness('couchbase'),
    connector: { server: `127.0.0.1:${peer.port}`, pool_size: 2, ...login },
    action: {
      parameters: { sql: 'UPSERT INTO mqtt (KEY, VALUE) VALUES (${mark}, {"n": ${n}})' },
      data: (mark) => ({ mark, n: 1n }),
      received: async () => Object.keys(peer.documents('mqtt')),
      batches: false,
      // A key that is not a string.
      refused: () => ({ mark: 7n, n: 1n }),
    },
    down: peer.down,
    up: peer.up,
    secrets: [login.password],
    wrong: { password: 'wr0ng-pa55word' },
    close: peer.down,
  }
})

test('no value becomes SQL++, a duplicate is refused, and a missing keyspace is reported by the action', async () => {
  const peer = await startCouchbasePeer({ ...login, keyspaces: ['mqtt', 'other'] })
  onTestFinished(peer.down)
  const harness = await createHarness('couchbase')
  onTestFinished(harness.close)
  const connector = { server: `127.0.0.1:${peer.port}`, ...login }
  const actionOn = (keyspace: string) => ({
    connector: 'c',
    parameters: { sql: `INSERT INTO ${keyspace} (KEY, VALUE) VALUES (\${id}, \${payload})` },
  })
  await harness.apply({ connector, action: actionOn('mqtt') })
  const text = `x"}) ; DELETE FROM other; -- '漢字`
  expect(await harness.send({ id: 'a', payload: text })).toMatchObject({ result: 'success' })
  expect(await harness.send({ id: 'b', payload: { big: 9007199254740993n } })).toMatchObject({ result: 'success' })
  expect(peer.documents('mqtt')).toMatchObject({ a: text })
  const duplicate = await harness.send({ id: 'a', payload: 'again' })
  expect(duplicate).toMatchObject({ result: 'failed' })
  expect(duplicate.reason).toContain('code 12009, DML Error')
  expect(new Set(peer.statements())).toEqual(
    new Set([
      'SELECT 1',
      'EXPLAIN INSERT INTO mqtt (KEY, VALUE) VALUES ($1, $2)',
      'INSERT INTO mqtt (KEY, VALUE) VALUES ($1, $2)',
    ]),
  )
  await harness.apply({ connector, action: actionOn('nowhere') })
  await expect.poll(() => harness.state('action')?.reason).toContain('Keyspace not found')
})
