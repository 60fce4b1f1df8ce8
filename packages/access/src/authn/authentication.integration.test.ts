import { silentLog, systemClock } from '@mqdeck/kit'
import { connectRaw, createTempFolder, type ListenerChanges, startEmbedded } from '@mqdeck/testkit'
import { clientInfoWith } from '@mqdeck/testkit/suites'
import { expect, onTestFinished, test } from 'vitest'
import { type AuthenticatorSettings, authenticator } from '../catalog.ts'
import { createAuthentication } from './authentication.ts'

const builtIn = { mechanism: 'password_based', backend: 'built_in_database' }
const read = (settings: object): AuthenticatorSettings => authenticator.toPlain(authenticator.schema.parse(settings))

async function start(listener: ListenerChanges = {}) {
  const folder = await createTempFolder()
  const server = await startEmbedded({ folder: folder.path, listener })
  const { store, hooks, broker } = server
  if (!store) throw new Error('there is a folder')
  const authentication = createAuthentication({
    hooks,
    store,
    clock: systemClock,
    log: silentLog,
    folder: folder.path,
  })
  onTestFinished(async () => {
    await authentication.stop()
    await server.stop()
    await folder.remove()
  })
  return {
    authentication,
    broker,
    /** The reason code of CONNACK. */
    connect: async (username?: string, password?: string, version: 3 | 4 | 5 = 5) => {
      const client = await connectRaw(server.endpoint(), {
        version,
        ...(username !== undefined && { username }),
        ...(password !== undefined && { password: Buffer.from(password) }),
      })
      const { reasonCode, returnCode } = client.connack()
      await client.destroy()
      return version === 5 ? reasonCode : returnCode
    },
  }
}

test('a client that all authenticators ignore is rejected with 0x87, in MQTT 3 with 5 [MQTT-3.2.2-1]', async () => {
  const { authentication, connect } = await start()
  expect(await connect()).toBe(0)
  await authentication.update([read(builtIn)])
  expect([await connect(), await connect('x', 'y'), await connect('x', 'y', 4), await connect('x', 'y', 3)]).toEqual([
    0x87, 0x87, 5, 5,
  ])
  await authentication.update([])
  expect(await connect()).toBe(0)
})

test('a listener can disable authentication, or reject clients without a username before the chain', async () => {
  const open = await start({ enable_authn: false })
  await open.authentication.update([read(builtIn)])
  expect(await open.connect('x', 'wrong')).toBe(0)
  expect(open.authentication.members()[0]?.metrics.total).toBe(0)

  const quick = await start({ enable_authn: 'quick_deny_anonymous' })
  await quick.authentication.update([read(builtIn)])
  await quick.authentication.users('password_based:built_in_database')?.add({
    user_id: 'ann',
    password: 'x',
    is_superuser: false,
  })
  expect(await quick.connect()).toBe(0x87)
  expect(quick.authentication.members()[0]?.metrics.total).toBe(0)
  expect(await quick.connect('ann', 'x')).toBe(0)
})

test('the counters count accepted, rejected and anonymous clients', async () => {
  const { authentication, broker, connect } = await start()
  const names = ['client.authenticate', 'client.auth.anonymous'] as const
  const outcomes = ['authentication.success', 'authentication.success.anonymous', 'authentication.failure'] as const
  const counters = () => [...names, ...outcomes].map((name) => broker.metrics[name])
  await connect()
  expect(counters()).toEqual([1, 1, 1, 1, 0])
  await authentication.update([read(builtIn)])
  await authentication.users('password_based:built_in_database')?.add({
    user_id: 'ann',
    password: 'x',
    is_superuser: false,
  })
  await connect('ann', 'x')
  await connect('ann', 'y')
  await connect('bob', 'y')
  expect(counters()).toEqual([4, 1, 2, 1, 2])
})

test('invalid settings reject all clients at startup and are rejected in later changes', async () => {
  const { authentication, connect } = await start()
  const broken = { mechanism: 'password_based', backend: 'gone', enable: true }
  await expect(authentication.update([broken])).rejects.toMatchObject({ name: 'MemberError', index: 0 })
  expect(await connect()).toBe(0)
  await authentication.start([broken])
  expect(await connect('x', 'y')).toBe(0x87)
  expect(authentication.member('password_based:gone')?.state).toMatchObject({
    status: 'disconnected',
    reason: 'unknown authenticator password_based:gone',
  })
})

test('unchanged authenticators keep their metrics when others are added and removed', async () => {
  const { authentication, connect } = await start()
  const own = read(builtIn)
  await authentication.update([own])
  await connect('x', 'y')
  await authentication.update([read({ mechanism: 'scram', backend: 'built_in_database' }), read(builtIn)])
  expect(authentication.members().map(({ id, metrics }) => [id, metrics.total])).toEqual([
    ['scram:built_in_database', 0],
    ['password_based:built_in_database', 1],
  ])
  await authentication.update([{ ...own, user_id_type: 'clientid' }])
  expect(authentication.members().map(({ metrics }) => metrics.total)).toEqual([0])
})

test('a draft is explained without being applied', async () => {
  const { authentication, connect } = await start()
  const own = read(builtIn)
  await authentication.update([own])
  await authentication.users('password_based:built_in_database')?.add({
    user_id: 'ann',
    password: 'x',
    is_superuser: false,
  })
  const credentials = {
    client: clientInfoWith({ username: 'ann' }),
    password: Buffer.from('x'),
    method: undefined,
    data: undefined,
    exchange: {},
  }
  expect((await authentication.explain(credentials)).result).toMatchObject({ result: 'allow' })
  const draft = [{ ...own, user_id_type: 'clientid' }]
  expect(await authentication.explain(credentials, draft)).toMatchObject({
    result: { result: 'deny', reasonCode: 0x87 },
    steps: [
      {
        id: 'password_based:built_in_database',
        result: 'ignore',
        notes: [
          { what: 'user looked up by clientid', detail: 'c1' },
          { what: 'user not found', detail: undefined },
        ],
      },
    ],
  })
  expect((await authentication.explain(credentials, [])).result).toEqual({ result: 'ignore' })
  expect(await connect('ann', 'x')).toBe(0)
  await expect(authentication.explain(credentials, [{ mechanism: 'nope', enable: true }])).rejects.toThrow(
    'unknown authent',
  )
})
