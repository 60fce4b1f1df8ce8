import { silentLog, systemClock } from '@mqdeck/kit'
import {
  connectRaw,
  createScramClient,
  createTempFolder,
  type EmbeddedBroker,
  openRaw,
  startEmbedded,
  type TempFolder,
} from '@mqdeck/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { type Authentication, createAuthentication } from '../authentication.ts'

let folder: TempFolder
let server: EmbeddedBroker
let authentication: Authentication
const settings = {
  mechanism: 'scram',
  backend: 'built_in_database',
  enable: true,
  algorithm: 'sha256',
  iteration_count: 4096,
}

beforeAll(async () => {
  folder = await createTempFolder()
  server = await startEmbedded({ folder: folder.path })
  const { store, hooks } = server
  if (!store) throw new Error('there is a folder')
  authentication = createAuthentication({ hooks, store, clock: systemClock, log: silentLog, folder: folder.path })
  await authentication.update([settings])
  await authentication.users('scram:built_in_database')?.add({ user_id: 'ann', password: 'pencil', is_superuser: true })
})
afterAll(async () => {
  await authentication?.stop()
  await server?.stop()
  await folder?.remove()
})

const method = 'SCRAM-SHA-256'
const auth = (reasonCode: number, data: string) =>
  ({
    cmd: 'auth',
    reasonCode,
    properties: { authenticationMethod: method, authenticationData: Buffer.from(data) },
  }) as const
const textOf = (data: Buffer | undefined) => (data ?? Buffer.alloc(0)).toString()

/** Up to the CONNACK or the end of the connection. */
async function signIn(username: string, password: string, change = (final: string) => final) {
  const client = await openRaw(server.endpoint())
  const scram = createScramClient('sha256', username, password, 'nonce')
  client.send({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 5,
    clientId: `scram-${username}`,
    clean: true,
    keepalive: 0,
    properties: { authenticationMethod: method, authenticationData: Buffer.from(scram.first) },
  })
  const challenge = await client.next('auth')
  expect(challenge.reasonCode).toBe(0x18)
  client.send(auth(0x18, change(scram.final(textOf(challenge.properties?.authenticationData)))))
  const connack = await client.next('connack')
  return { client, scram, connack }
}

test('a client with the password is accepted, and the server proves that it knows it too [MQTT-4.12.0-2]', async () => {
  const { client, scram, connack } = await signIn('ann', 'pencil')
  expect(connack.reasonCode).toBe(0)
  expect(connack.properties?.authenticationMethod).toBe(method)
  expect(textOf(connack.properties?.authenticationData)).toBe(scram.serverFinal())
  expect(server.broker.client('scram-ann')?.info.isSuperuser).toBe(true)
  await client.ping()
  await client.disconnect()
})

test('a connected client re-authenticates without other effects [MQTT-4.12.1-1]', async () => {
  const { client } = await signIn('ann', 'pencil')
  const again = createScramClient('sha256', 'ann', 'pencil', 'again')
  client.send(auth(0x19, again.first))
  const challenge = await client.next('auth')
  expect(challenge.reasonCode).toBe(0x18)
  await client.ping()
  client.send(auth(0x18, again.final(textOf(challenge.properties?.authenticationData))))
  const done = await client.next('auth')
  expect(done.reasonCode).toBe(0)
  expect(textOf(done.properties?.authenticationData)).toBe(again.serverFinal())
  await client.disconnect()
})

test('a connected client that fails re-authentication is disconnected [MQTT-4.12.1-2]', async () => {
  const { client } = await signIn('ann', 'pencil')
  const again = createScramClient('sha256', 'ann', 'pen', 'again')
  client.send(auth(0x19, again.first))
  const challenge = await client.next('auth')
  client.send(auth(0x18, again.final(textOf(challenge.properties?.authenticationData))))
  expect((await client.next('disconnect')).reasonCode).toBe(0x87)
  await client.waitForClose()
})

test.each([
  ['a wrong password', 'ann', 'pen', (final: string) => final],
  ['a name that nobody has', 'bob', 'pencil', (final: string) => final],
  ['a wrong nonce', 'ann', 'pencil', (final: string) => final.replace(/r=[^,]+/, 'r=other')],
] as const)(
  'with %s a client is rejected only after the same steps as other clients',
  async (_what, username, password, change) => {
    const { client, connack } = await signIn(username, password, change)
    expect(connack.reasonCode).toBe(0x86)
    await client.waitForClose()
  },
)

test('an unsupported method is rejected with its own reason code [MQTT-4.12.0-1]', async () => {
  const client = await connectRaw(server.endpoint(), {
    properties: { authenticationMethod: 'GS2-KRB5', authenticationData: Buffer.from('x') },
  })
  expect(client.connack().reasonCode).toBe(0x8c)
})

test('with only SCRAM, clients with a password are rejected', async () => {
  const client = await connectRaw(server.endpoint(), { username: 'ann', password: Buffer.from('pencil') })
  expect(client.connack().reasonCode).toBe(0x87)
})
