import { startTdenginePeer } from '@mqdeck/testkit'
import { describeIntegration } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import { createHarness } from '../test-harness.ts'

const login = { username: 'root', password: 'taosdata-1' }
let time = 1_700_000_000_000

describeIntegration('TDengine (a peer)', async () => {
  const peer = await startTdenginePeer({ ...login, database: 'mqtt', tables: { marks: 3 } })
  return {
    harness: () => createHarness('tdengine'),
    connector: { server: `127.0.0.1:${peer.port}`, pool_size: 2, ...login },
    action: {
      parameters: { database: 'mqtt', sql: "INSERT INTO ${table} VALUES (${at}, '${mark}', ${n})" },
      data: (mark) => ({ table: 'marks', mark, n: 1n, at: BigInt(++time) }),
      received: async () => peer.rows().map(({ values }) => values[1] ?? ''),
      batches: true,
      refused: () => ({ table: 'nowhere', mark: 'never', n: 1n, at: 1n }),
    },
    down: peer.down,
    up: peer.up,
    secrets: [login.password],
    wrong: { password: 'wr0ng-pa55word' },
    close: peer.down,
  }
})

test('no value becomes SQL, and a missing database is reported by the action', async () => {
  const peer = await startTdenginePeer({ ...login, database: 'mqtt', tables: { t: 2, t2: 2 } })
  onTestFinished(peer.down)
  const harness = await createHarness('tdengine')
  onTestFinished(harness.close)
  const connector = { server: `127.0.0.1:${peer.port}`, ...login }
  const actionOn = (database: string) => ({
    connector: 'c',
    parameters: { database, sql: "INSERT INTO ${table} VALUES (${at}, '${text}')" },
    resource_opts: { batch_size: 10, batch_time: '50ms', worker_pool_size: 1 },
  })
  await harness.apply({ connector, action: actionOn('mqtt') })
  const texts = [`x') t2 VALUES (9, 'y`, `\\'`, `"\`\n漢字`, '']
  const outcomes = await Promise.all(
    texts.map((text, index) => harness.send({ table: 't', at: BigInt(index + 1), text })),
  )
  expect(outcomes.map(({ result }) => result)).toEqual(texts.map(() => 'success'))
  expect(peer.rows()).toEqual(texts.map((text, index) => ({ table: 't', values: [String(index + 1), text] })))
  expect(peer.statements()).toHaveLength(1)

  await harness.apply({ connector, action: actionOn('other') })
  await expect.poll(() => harness.state('action')?.reason).toContain('Database not exist')
})
