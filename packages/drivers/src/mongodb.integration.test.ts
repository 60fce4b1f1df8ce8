import { promises as dns } from 'node:dns'
import { clientTls, toPlain } from '@mqdeck/contract'
import {
  eventually,
  freePort,
  type MongoPeer,
  type MongoPeerOptions,
  startMongoPeer,
  testAuthority,
} from '@mqdeck/testkit'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { AnswerError } from './errors.ts'
import { type MongodbPlace, type MongodbSettings, mongodbType } from './mongodb.ts'

const tls = (changes: object = {}) => toPlain(clientTls, clientTls.schema.parse(changes))
const places = (ports: readonly number[]) => ports.map((port) => ({ host: '127.0.0.1', port }))

const deployments: readonly {
  readonly deployment: NonNullable<MongoPeerOptions['deployment']>
  readonly reach: (ports: readonly number[]) => MongodbPlace
}[] = [
  {
    deployment: 'single',
    reach: ([port = 0]) => ({ mongo_type: 'single', server: { host: '127.0.0.1', port } }),
  },
  {
    deployment: 'rs',
    // One reachable member is enough: it knows the others.
    reach: (ports) => ({
      mongo_type: 'rs',
      servers: places(ports.slice(1)),
      replica_set_name: 'rs0',
      r_mode: 'master',
    }),
  },
  { deployment: 'sharded', reach: (ports) => ({ mongo_type: 'sharded', servers: places(ports) }) },
]

const settingsFor = (peer: MongoPeer, place: MongodbPlace, changes: Partial<MongodbSettings> = {}): MongodbSettings =>
  ({
    ...place,
    database: 'mqtt',
    username: peer.username,
    password: peer.password,
    srv_record: false,
    w_mode: 'unsafe',
    topology: {},
    pool_size: 2,
    ssl: tls(),
    folder: '/nowhere',
    ...changes,
  }) as MongodbSettings // the place and what it needs come together

async function opened(settings: MongodbSettings) {
  const type = mongodbType(settings)
  const connection = await type.connect(new AbortController().signal)
  onTestFinished(() => type.close(connection))
  return connection
}

describe.each(deployments)('MongoDB, $deployment', ({ deployment, reach }) => {
  let peer: MongoPeer
  beforeAll(async () => {
    peer = await startMongoPeer({ deployment })
  })
  afterAll(() => peer?.close())

  const open = (changes: Partial<MongodbSettings> = {}, ports = peer.ports) =>
    opened(settingsFor(peer, reach(ports), changes))

  test('inserted documents are found by their values, with limit and skip', async () => {
    const { find, insert, check } = await open({ w_mode: 'safe' })
    await check()
    const devices = Array.from({ length: 250 }, (_, index) => ({ kind: 'device', index }))
    await insert('devices', devices, 5_000)
    expect(devices[0]).toEqual({ kind: 'device', index: 0 })
    const some = await find({ collection: 'devices', filter: { kind: 'device' }, limit: 200, skip: 100 }, 5_000)
    expect(some.map(({ index }) => index)).toEqual(devices.slice(100).map(({ index }) => index))
    expect(await find({ collection: 'devices', filter: { index: { $in: [3, 999] } }, limit: 9 }, 5_000)).toHaveLength(1)
    const odd = { collection: 'odd', bytes: Buffer.from([0, 255]), big: 2 ** 40, at: new Date(5), nothing: null }
    await insert('odd', [odd], 5_000)
    expect(await find({ collection: 'odd', filter: {}, limit: 1 }, 5_000)).toEqual([expect.objectContaining(odd)])
    expect(await find({ collection: 'nothing', filter: {}, limit: 9 }, 5_000)).toEqual([])
  })

  test('an error of the server keeps the connection', async () => {
    const { find } = await open()
    const query = { collection: 'devices', filter: { a: { $nonsense: 1 } }, limit: 1 }
    await expect(find(query, 5_000)).rejects.toThrow(AnswerError)
    await expect(find(query, 5_000)).rejects.toThrow('unknown operator: $nonsense')
    expect(await find({ ...query, filter: {} }, 5_000)).toHaveLength(1)
  })

  test('a wrong password, a wrong user and a database without the user are reported, without the password', async () => {
    for (const wrong of [{ password: 'a-wrong-one' }, { username: 'bob' }, { auth_source: 'mqtt' }]) {
      const said = await open(wrong).catch(String)
      expect([wrong, said]).toEqual([wrong, 'Error: Authentication failed.'])
    }
  })

  test('a client without a login is rejected at the first command', async () => {
    const { find } = await open({ username: undefined })
    await expect(find({ collection: 'devices', filter: {}, limit: 1 }, 5_000)).rejects.toThrow(
      'requires authentication',
    )
  })

  test('a certificate from an untrusted CA or for another server is rejected', async () => {
    const trusting = (changes: object) => ({ ssl: tls({ enable: true, verify: 'verify_peer', ...changes }) })
    const other = await testAuthority()
    const { check } = await open(trusting({ cacertfile: peer.ca }), peer.tlsPorts)
    await check()
    await expect(open(trusting({ cacertfile: other.cert }), peer.tlsPorts)).rejects.toThrow('certificate')
    const elsewhere = trusting({ cacertfile: peer.ca, server_name_indication: 'elsewhere.test' })
    await expect(open(elsewhere, peer.tlsPorts)).rejects.toThrow('elsewhere.test')
    await (await open({ ssl: tls({ enable: true, verify: 'verify_none' }) }, peer.tlsPorts)).check()
  })

  test('an unresponsive server times out, and is used again when it responds', async () => {
    const { find } = await open()
    const query = { collection: 'devices', filter: {}, limit: 1 }
    const release = peer.hold()
    await expect(find(query, 100)).rejects.toThrow('no answer within 100 ms')
    release()
    expect(await find(query, 5_000)).toHaveLength(1)
  })

  test('unreachable servers are reported immediately, with the address of each', async () => {
    const gone = await freePort()
    // Without a wait: after the timeout, the message would be another one.
    await expect(opened(settingsFor(peer, reach([gone, gone])))).rejects.toThrow(`ECONNREFUSED 127.0.0.1:${gone}`)
  })

  test('the loss of all servers is reported immediately, and a new connection finds them again', async () => {
    const { find, check } = await open()
    const query = { collection: 'devices', filter: {}, limit: 1 }
    await find(query, 5_000)
    await peer.kill()
    await expect(find(query, 5_000)).rejects.toThrow()
    // In which words depends on how far the driver has noticed.
    await expect(check()).rejects.toThrow(/./)
    await peer.start()
    await (await open()).check()
  })
})

test('a replica set continues with another primary, and its secondaries are read if the settings allow it', async () => {
  const peer = await startMongoPeer({ deployment: 'rs' })
  onTestFinished(() => peer.close())
  const reach = (mode: 'master' | 'slave_ok'): MongodbPlace => ({
    mongo_type: 'rs',
    servers: places(peer.ports),
    replica_set_name: peer.setName,
    r_mode: mode,
  })
  peer.run('mqtt', { insert: 'a', documents: [{ _id: 1 }] })
  const query = { collection: 'a', filter: {}, limit: 1 }
  const [strict, lenient] = await Promise.all([
    opened(settingsFor(peer, reach('master'))),
    opened(settingsFor(peer, reach('slave_ok'))),
  ])
  expect([await strict.find(query, 5_000), await lenient.find(query, 5_000)]).toEqual([[{ _id: 1 }], [{ _id: 1 }]])
  await peer.failOver()
  const writes = () =>
    strict.insert('a', [{ n: 1 }], 5_000).then(
      () => true,
      () => false,
    )
  await eventually(writes, () => 'nobody is written to')
  expect(await lenient.find(query, 5_000)).toHaveLength(1)
  const unknown = settingsFor(peer, {
    mongo_type: 'rs',
    servers: places(peer.ports.slice(1)),
    replica_set_name: 'rs1',
    r_mode: 'master',
  })
  await expect(opened(unknown)).rejects.toThrow('none of the servers is a member of the replica set rs1')
})

test('with srv_record the servers are looked up in DNS', async () => {
  const before = dns.getServers()
  dns.setServers([`127.0.0.1:${await freePort()}`])
  onTestFinished(() => dns.setServers(before))
  const peer = { username: 'u', password: 'p' } as MongoPeer
  const place = { mongo_type: 'single', server: { host: 'cluster0.db.test', port: 27_017 } } as const
  const settings = settingsFor(peer, place, { srv_record: true })
  await expect(opened(settings)).rejects.toThrow('_mongodb._tcp.cluster0.db.test')
})
