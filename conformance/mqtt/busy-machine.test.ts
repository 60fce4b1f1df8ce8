import {
  type BrokerProcess,
  connectRaw,
  createTempFolder,
  mosquittoPublish,
  type RunningProcess,
  startBrokerProcess,
  startProcess,
  type TempFolder,
} from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isEmbedded } from './target.ts'

/** `npm run test:all` runs it for 20 minutes. */
const minutes = process.env.SLOW_TESTS ? 20 : 1
const lanes = 12
const receivers = 300
/** So many that SUBSCRIBE is written in several turns of the event loop. */
const filtersPerSession = 300

/** Durable acknowledgements on a machine whose processors are taken by others: each wait of a client has a deadline. */
describe.skipIf(!isEmbedded)(`with stress-ng on all processors for ${minutes} min`, () => {
  let folder: TempFolder
  let broker: BrokerProcess
  let stress: RunningProcess
  beforeAll(async () => {
    folder = await createTempFolder()
    broker = await startBrokerProcess({ folder: folder.path })
    stress = startStress()
  })
  afterAll(async () => {
    await stress.stop()
    await broker.stop()
    await folder.remove()
  })

  test('every SUBSCRIBE, UNSUBSCRIBE and PUBLISH of persistent sessions is answered, also after lost connections', {
    timeout: (minutes + 3) * 60_000,
  }, async () => {
    const end = Date.now() + minutes * 60_000
    const raw = Array.from({ length: lanes }, (_, lane) => useSession(broker, lane, end))
    const rounds = await Promise.all([...raw, publishWithMosquitto(broker, end), publishToMany(broker, end)])
    expect(Math.min(...rounds)).toBeGreaterThan(0)
  })
})

const startStress = () => startProcess({ command: 'stress-ng', args: ['--cpu', '4', '--quiet'] })

const kept = { clean: false, properties: { sessionExpiryInterval: 60 } } as const

/** A client that loses its connection in each round and resumes its session. Returns the number of rounds. */
async function useSession({ endpoint }: BrokerProcess, lane: number, end: number): Promise<number> {
  const clientId = `lane-${lane}`
  const filters = Array.from({ length: filtersPerSession }, (_, index) => `lane/${lane}/${index}/+`)
  let rounds = 0
  for (; Date.now() < end; rounds += 1) {
    const client = await connectRaw(endpoint, { clientId, ...kept })
    expect(client.connack()).toMatchObject({ reasonCode: 0, sessionPresent: rounds > 0 })
    const { granted } = await client.subscribe(filters, { qos: 2 })
    expect(new Set(granted)).toEqual(new Set([2]))
    // To itself, to the session of another client, and retained.
    for (const [index, topic] of [`lane/${lane}/0/a`, `lane/${(lane + 1) % lanes}/1/a`, `kept/${lane}`].entries()) {
      const qos = rounds % 2 === 0 ? 1 : 2
      expect(await client.publish(topic, `${rounds}`, { qos, retain: index === 2 })).toBeLessThan(0x80)
    }
    if (rounds % 4 === 0) expect((await client.unsubscribe(...filters)).granted).toHaveLength(filtersPerSession)
    // Messages without an acknowledgement are sent again.
    await client.destroy()
  }
  const last = await connectRaw(endpoint, { clientId, clean: true })
  await last.disconnect()
  return rounds
}

/** Messages for so many clients that writing to their sockets takes the time of whole turns of the event loop. */
async function publishToMany({ endpoint }: BrokerProcess, end: number): Promise<number> {
  const subscribers = await Promise.all(Array.from({ length: receivers }, () => connectRaw(endpoint)))
  for (const client of subscribers) await client.subscribe('all')
  const publisher = await connectRaw(endpoint)
  let rounds = 0
  for (; Date.now() < end; rounds += 1) {
    await publisher.publish('all', 'x', { qos: 1 })
    if (rounds % 100 === 0) for (const client of subscribers) client.discard()
  }
  await Promise.all([publisher, ...subscribers].map((client) => client.destroy()))
  return rounds
}

/** A foreign client that publishes to the sessions. */
async function publishWithMosquitto({ endpoint }: BrokerProcess, end: number): Promise<number> {
  let rounds = 0
  for (; Date.now() < end; rounds += 1)
    await mosquittoPublish(endpoint, {
      args: ['-q', '2', '-t', `lane/${rounds % lanes}/2/b`, '-m', 'x', '--repeat', '20'],
    })
  return rounds
}
