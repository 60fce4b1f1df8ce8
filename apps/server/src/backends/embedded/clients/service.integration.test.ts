import { type Broker, createBroker } from '@mqdeck/broker'
import { silentLog, systemClock } from '@mqdeck/kit'
import { connectMqttJs, listenerWith } from '@mqdeck/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClientWalk, type WalkStep } from './service.ts'

let broker: Broker
let step: (query: object) => Promise<WalkStep>

beforeEach(async () => {
  const listener = await listenerWith('tcp')
  broker = createBroker({ node: 'mqdeck@127.0.0.1', listeners: [listener], clock: systemClock, log: silentLog })
  await broker.start()
  const walk = createClientWalk(broker)
  step = (query) => walk({ limit: 7, fields: 'all', ...query })
})
afterEach(() => broker.stop())

const connect = (clientId: string) =>
  connectMqttJs({ host: '127.0.0.1', port: broker.listeners()[0]?.boundPort ?? 0 }, { clientId })
const idsOf = ({ rows }: WalkStep) => rows.map(({ info }) => info.clientId)

async function walkAll(query: object = {}): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const next = await step({ ...query, cursor })
    seen.push(...idsOf(next))
    cursor = next.cursor
  } while (cursor !== undefined)
  return seen
}

it('returns every client once, sorted by ID', async () => {
  const ids = Array.from({ length: 30 }, (_, index) => `c${(index * 17) % 30}`)
  await Promise.all(ids.map(connect))
  expect(await walkAll()).toEqual([...ids].sort())
  expect(await walkAll({ like_clientid: 'c1' })).toEqual(ids.filter((id) => id.startsWith('c1')).sort())
  expect(await walkAll({ limit: 1, clientid: ['c3', 'none', 'c2', 'c3'] })).toEqual(['c2', 'c3'])
})

it('has no cursor after the last client, even after a full page', async () => {
  await Promise.all(['a', 'b'].map(connect))
  expect((await step({ limit: 2 })).cursor).toBeUndefined()
})

it('reflects clients that connected, reconnected and disconnected meanwhile', async () => {
  await Promise.all(['a', 'b', 'c', 'd'].map(connect))
  const { cursor } = await step({ limit: 2 })
  await broker.kick('b', 'kicked')
  await broker.kick('c', 'kicked')
  await Promise.all(['aa', 'bb', 'c'].map(connect))
  expect(idsOf(await step({ cursor }))).toEqual(['bb', 'c', 'd'])
  expect(await walkAll()).toEqual(['a', 'aa', 'bb', 'c', 'd'])
})

it.each(['', 'x', 'bnVsbA', Buffer.from('[2,"a"]').toString('base64url')])('rejects the cursor %j', async (cursor) => {
  await expect(step({ cursor })).rejects.toThrow('bad cursor')
})
