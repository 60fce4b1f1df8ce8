import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { silentLog, systemClock } from '@mqdeck/kit'
import {
  connectRaw,
  createTempFolder,
  encryptKey,
  freePort,
  listenerWith,
  type RawClient,
  testAuthority,
  testCertificate,
} from '@mqdeck/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { createBroker } from '../broker.ts'
import { defaultMqttSettings, defaultZoneSettings } from '../settings.ts'
import { startTestBroker, type TestBroker } from '../test-broker.ts'
import type { ListenerSettings, ListenerView } from '../types.ts'

let mqtt: TestBroker | undefined
afterEach(async () => {
  await mqtt?.broker.stop()
  mqtt = undefined
})

async function start() {
  mqtt = await startTestBroker({ types: ['tcp'] })
  return mqtt.broker
}

const at = ({ boundPort }: ListenerView) => ({ host: '127.0.0.1', port: boundPort })
const settingsOf = (view: ListenerView): ListenerSettings => view
const view = (id: string): ListenerView => {
  const found = mqtt?.broker.listeners().find((one) => one.id === id)
  if (!found) throw new Error(`There is no listener ${id}`)
  return found
}
/** A port that another server uses. */
async function withTakenPort(work: (port: number) => Promise<void>) {
  const other = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
  try {
    await work(port)
  } finally {
    await new Promise((resolve) => other.close(resolve))
  }
}
const isAlive = (client: RawClient) => client.ping()

describe('adding a listener', () => {
  test('it accepts connections immediately and is listed with its port', async () => {
    const broker = await start()
    const added = await broker.addListener(await listenerWith('tcp', {}, 'extra'))
    expect(added).toMatchObject({
      id: 'tcp:extra',
      running: true,
      currentConnections: 0,
      max_connections: Number.POSITIVE_INFINITY,
    })
    const client = await connectRaw(at(added))
    expect(broker.client(client.clientId)?.info).toMatchObject({ listener: 'tcp:extra', sockport: added.boundPort })
    expect(view('tcp:extra').currentConnections).toBe(1)
  })

  test('a disabled listener is kept and does not listen', async () => {
    const broker = await start()
    const added = await broker.addListener(await listenerWith('tcp', { enable: false }, 'extra'))
    expect(added).toMatchObject({ running: false, boundPort: 0 })
  })

  test('a port in use is refused with eaddrinuse, and the listener is not added', async () => {
    const broker = await start()
    await withTakenPort(async (port) => {
      const adding = broker.addListener(await listenerWith('tcp', { bind: `127.0.0.1:${port}` }, 'extra'))
      await expect(adding).rejects.toMatchObject({
        path: 'bind',
        code: 'eaddrinuse',
        reason: expect.stringContaining(`127.0.0.1:${port}`),
      })
    })
    expect(broker.listeners().map(({ id }) => id)).toEqual(['tcp:default'])
  })

  test('an address of another machine, a name that exists and a zone that does not are refused', async () => {
    const broker = await start()
    const add = async (changes: object, name: string) => broker.addListener(await listenerWith('tcp', changes, name))
    await expect(add({ bind: '192.0.2.1:0' }, 'far')).rejects.toMatchObject({ path: 'bind', code: 'eaddrnotavail' })
    await expect(add({}, 'default')).rejects.toMatchObject({ path: 'name', code: 'already_exists' })
    await expect(add({ zone: 'nowhere' }, 'lost')).rejects.toMatchObject({ path: 'zone', code: 'unknown_zone' })
    expect(broker.listeners()).toHaveLength(1)
  })

  test.each([
    ['a certificate file that is not there', { certfile: '/nowhere/cert.pem' }, 'ssl_options.certfile'],
    ['a text that is not a certificate', { certfile: '-----BEGIN nonsense' }, 'ssl_options.certfile'],
    ['a text that is not a key', { keyfile: '-----BEGIN nonsense' }, 'ssl_options.keyfile'],
    [
      'a CA file that is not there though clients are verified',
      { verify: 'verify_peer', cacertfile: '/nowhere/ca.pem' },
      'ssl_options.cacertfile',
    ],
    ['an unknown cipher suite', { ciphers: ['TLS_AES_256_GCM_SHA384', 'ROT13'] }, 'ssl_options.ciphers.2'],
    ['DH parameters that are none', { dhfile: '-----BEGIN nonsense' }, 'ssl_options.dhfile'],
  ])('%s is refused, naming the setting', async (_title, ssl_options, path) => {
    const broker = await start()
    const adding = broker.addListener(await listenerWith('ssl', { ssl_options } as object, 'extra'))
    await expect(adding).rejects.toMatchObject({ name: 'Error', path })
    expect(broker.listeners()).toHaveLength(1)
  })

  test('a key that belongs to another certificate is refused', async () => {
    const broker = await start()
    const { key } = await (await testAuthority()).issue()
    const adding = broker.addListener(await listenerWith('ssl', { ssl_options: { keyfile: key } }, 'extra'))
    await expect(adding).rejects.toMatchObject({
      path: 'ssl_options.keyfile',
      reason: 'the private key does not belong to the certificate',
    })
  })

  test('an encrypted key needs the correct password', async () => {
    const broker = await start()
    const keyfile = encryptKey((await testCertificate()).key, 'sesame')
    const add = async (password?: string) =>
      broker.addListener(
        await listenerWith('ssl', { ssl_options: { keyfile, ...(password && { password }) } }, 'extra'),
      )
    await expect(add()).rejects.toMatchObject({ path: 'ssl_options.password', reason: /needs its password/ })
    await expect(add('open')).rejects.toMatchObject({ path: 'ssl_options.password', reason: /does not open/ })
    const added = await add('sesame')
    await connectRaw({ ...at(added), transport: 'tls' })
  })
})

describe('changing a listener', () => {
  test('limits and rules apply immediately without disconnecting clients', async () => {
    const broker = await start()
    const before = view('tcp:default')
    const client = await connectRaw(at(before))
    await broker.updateListener('tcp:default', { ...before, ...(await listenerWith('tcp', { max_connections: 1 })) })
    expect(view('tcp:default')).toMatchObject({
      boundPort: before.boundPort,
      max_connections: 1,
      currentConnections: 1,
    })
    await expect(connectRaw(at(before))).rejects.toThrow()
    expect(view('tcp:default').refused.max_connections).toBe(1)
    await broker.updateListener('tcp:default', await listenerWith('tcp', { access_rules: ['deny all'] }))
    await expect(connectRaw(at(before))).rejects.toThrow()
    await isAlive(client)
  })

  test('a new address disconnects its clients with 0x8B, and the old port is free', async () => {
    const broker = await start()
    const before = view('tcp:default')
    const client = await connectRaw(at(before))
    const port = await freePort()
    const after = await broker.updateListener('tcp:default', await listenerWith('tcp', { bind: `127.0.0.1:${port}` }))
    expect((await client.next('disconnect')).reasonCode).toBe(0x8b)
    await client.waitForClose()
    expect(after).toMatchObject({ boundPort: port, currentConnections: 0 })
    await connectRaw(at(after))
    await expect(connectRaw(at(before))).rejects.toThrow('ECONNREFUSED')
  })

  test('a new address of a WebSocket listener keeps its clients connected, as on EMQX', async () => {
    const broker = await start()
    const before = await broker.addListener(await listenerWith('ws', {}, 'extra'))
    const client = await connectRaw({ ...at(before), transport: 'ws' })
    const port = await freePort()
    const bind = `127.0.0.1:${port}`
    const after = await broker.updateListener('ws:extra', await listenerWith('ws', { bind }, 'extra'))
    expect(after).toMatchObject({ boundPort: port, currentConnections: 1 })
    await isAlive(client)
    await connectRaw({ ...at(after), transport: 'ws' })
    await expect(connectRaw({ ...at(before), transport: 'ws' })).rejects.toThrow('ECONNREFUSED')
    expect(view('ws:extra').currentConnections).toBe(2)
    await broker.stopListener('ws:extra')
    await client.waitForClose()
  })

  test('an address that cannot be bound keeps the old address and its clients connected', async () => {
    const broker = await start()
    const before = view('tcp:default')
    const client = await connectRaw(at(before))
    await withTakenPort(async (port) => {
      const changing = broker.updateListener('tcp:default', await listenerWith('tcp', { bind: `127.0.0.1:${port}` }))
      await expect(changing).rejects.toMatchObject({ path: 'bind', code: 'eaddrinuse' })
    })
    expect(view('tcp:default')).toEqual({ ...before, currentConnections: 1 })
    await isAlive(client)
    await connectRaw(at(before))
  })

  test('if the same port cannot be bound at another address, the old one is reopened', async () => {
    const broker = await start()
    const port = await freePort()
    const added = await broker.addListener(await listenerWith('tcp', { bind: `127.0.0.1:${port}` }, 'extra'))
    const client = await connectRaw(at(added))
    const changing = broker.updateListener(
      'tcp:extra',
      await listenerWith('tcp', { bind: `192.0.2.1:${port}` }, 'extra'),
    )
    await expect(changing).rejects.toMatchObject({ path: 'bind', code: 'eaddrnotavail' })
    await isAlive(client)
    await connectRaw(at(view('tcp:extra')))
    expect(view('tcp:extra')).toMatchObject({ running: true, currentConnections: 2, bind: { host: '127.0.0.1', port } })
  })

  test('a changed backlog reopens the same port', async () => {
    const broker = await start()
    const port = await freePort()
    const bind = `127.0.0.1:${port}`
    const added = await broker.addListener(await listenerWith('tcp', { bind }, 'extra'))
    const client = await connectRaw(at(added))
    await broker.updateListener('tcp:extra', await listenerWith('tcp', { bind, tcp_options: { backlog: 5 } }, 'extra'))
    expect((await client.next('disconnect')).reasonCode).toBe(0x8b)
    await connectRaw(at(view('tcp:extra')))
  })

  test('an invalid certificate keeps the previous one in use', async () => {
    const broker = await start()
    const added = await broker.addListener(await listenerWith('ssl', {}, 'extra'))
    const changing = broker.updateListener(
      'ssl:extra',
      await listenerWith('ssl', { ssl_options: { certfile: '/nowhere' } }, 'extra'),
    )
    await expect(changing).rejects.toMatchObject({ path: 'ssl_options.certfile', code: 'unreadable' })
    await connectRaw({ ...at(added), transport: 'tls' })
  })

  test('disabling stops it and enabling starts it; if it cannot start it stays disabled', async () => {
    const broker = await start()
    await broker.updateListener('tcp:default', await listenerWith('tcp', { enable: false }))
    expect(view('tcp:default')).toMatchObject({ enable: false, running: false })
    await withTakenPort(async (port) => {
      const enabling = broker.updateListener('tcp:default', await listenerWith('tcp', { bind: `127.0.0.1:${port}` }))
      await expect(enabling).rejects.toMatchObject({ code: 'eaddrinuse' })
    })
    expect(view('tcp:default')).toMatchObject({ enable: false, running: false, bind: { port: 0 } })
    await broker.updateListener('tcp:default', await listenerWith('tcp'))
    await connectRaw(at(view('tcp:default')))
  })

  test('type and name cannot be changed, and an unknown id is refused', async () => {
    const broker = await start()
    const other = await listenerWith('ws')
    await expect(broker.updateListener('tcp:default', other)).rejects.toMatchObject({ path: 'type' })
    await expect(broker.updateListener('tcp:none', await listenerWith('tcp'))).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(settingsOf(view('tcp:default')).type).toBe('tcp')
  })
})

describe('stopping, starting, removing', () => {
  test('stop sends 0x8B to its clients only, start accepts them again, restart does both', async () => {
    const broker = await start()
    const added = await broker.addListener(await listenerWith('tcp', {}, 'extra'))
    const other = await connectRaw(at(view('tcp:default')))
    const client = await connectRaw(at(added))
    await broker.stopListener('tcp:extra')
    expect((await client.next('disconnect')).reasonCode).toBe(0x8b)
    expect(view('tcp:extra')).toMatchObject({ running: false, currentConnections: 0, enable: true })
    await broker.stopListener('tcp:extra')
    await broker.startListener('tcp:extra')
    await broker.startListener('tcp:extra')
    const again = await connectRaw(at(view('tcp:extra')))
    await broker.restartListener('tcp:extra')
    expect((await again.next('disconnect')).reasonCode).toBe(0x8b)
    await connectRaw(at(view('tcp:extra')))
    await isAlive(other)
  })

  test('a removed listener no longer exists', async () => {
    const broker = await start()
    const added = await broker.addListener(await listenerWith('tcp', {}, 'extra'))
    const client = await connectRaw(at(added))
    await broker.removeListener('tcp:extra')
    await client.waitForClose()
    expect(broker.listeners()).toHaveLength(1)
    await expect(broker.startListener('tcp:extra')).rejects.toMatchObject({ path: 'id', code: 'not_found' })
    await broker.addListener(await listenerWith('tcp', {}, 'extra'))
  })

  test('a listener that cannot start with the broker is reported, the others run, and an update starts it', async () => {
    await withTakenPort(async (port) => {
      const broker = createBroker({
        node: 'test@127.0.0.1',
        zones: { default: { ...defaultZoneSettings, mqtt: defaultMqttSettings } },
        listeners: [
          await listenerWith('tcp', { bind: `127.0.0.1:${port}` }),
          await listenerWith('ssl', { ssl_options: { certfile: '/nowhere.pem' } }, 'gone'),
          await listenerWith('tcp', {}, 'good'),
        ],
        clock: systemClock,
        log: silentLog,
      })
      const failures = await broker.start()
      expect(failures).toMatchObject([
        { id: 'tcp:default', path: 'bind', code: 'eaddrinuse' },
        { id: 'ssl:gone', path: 'ssl_options.certfile', code: 'unreadable' },
      ])
      const running = () => broker.listeners().map(({ id, running: isRunning }) => [id, isRunning])
      expect(Object.fromEntries(running())).toEqual({ 'tcp:default': false, 'ssl:gone': false, 'tcp:good': true })
      await broker.updateListener('tcp:default', await listenerWith('tcp', {}))
      await broker.updateListener('ssl:gone', await listenerWith('ssl', {}, 'gone'))
      expect(running().every(([, isRunning]) => isRunning)).toBe(true)
      await broker.stop()
    })
  })
})

describe('certificates', () => {
  test('changed files are reloaded without a restart and without disconnecting clients', async () => {
    const broker = await start()
    const folder = await createTempFolder()
    const [certfile, keyfile] = [join(folder.path, 'cert.pem'), join(folder.path, 'key.pem')]
    const put = ({ cert, key }: { cert: string; key: string }) => {
      writeFileSync(certfile, cert)
      writeFileSync(keyfile, key)
    }
    const [first, second] = [await testAuthority('first'), await testAuthority('second')]
    put(await first.issue())
    const added = await broker.addListener(await listenerWith('ssl', { ssl_options: { certfile, keyfile } }, 'extra'))
    const client = await connectRaw({ ...at(added), transport: 'tls', tls: { ca: first.cert } })
    expect(await broker.reloadCertificates()).toEqual([])

    put(await second.issue())
    expect(await broker.reloadCertificates()).toEqual(['ssl:extra'])
    await connectRaw({ ...at(added), transport: 'tls', tls: { ca: second.cert } })
    await expect(connectRaw({ ...at(added), transport: 'tls', tls: { ca: first.cert } })).rejects.toThrow()
    await isAlive(client)

    writeFileSync(keyfile, 'half a k')
    expect(await broker.reloadCertificates()).toEqual([])
    expect(await broker.reloadCertificates()).toEqual([])
    expect(mqtt?.errors).toHaveLength(1)
    await connectRaw({ ...at(added), transport: 'tls', tls: { ca: second.cert } })
    await folder.remove()
  })
})
