import { connectRaw, createFakeClock, type EmbeddedBroker, type FakeClock, startEmbedded } from '@mqdeck/testkit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { DisconnectReason } from '../reasons.ts'

let clock: FakeClock
let embedded: EmbeddedBroker
/** Lifetime of the next authentication in milliseconds; undefined for no expiry. */
let lifetime: number | undefined
beforeEach(async () => {
  clock = createFakeClock()
  lifetime = 60_000
  embedded = await startEmbedded({ clock })
  embedded.hooks.fold('client.authenticate', () => ({
    result: 'allow',
    ...(lifetime !== undefined && { expiresAt: clock.now() + lifetime }),
  }))
})
afterEach(() => embedded.stop())

const connect = (options: Parameters<typeof connectRaw>[1] = {}) => connectRaw(embedded.endpoint(), options)

it('closes the connection as not authorized when the authentication expires', async () => {
  const ended: DisconnectReason[] = []
  embedded.hooks.on('client.disconnected', (_, reason) => ended.push(reason))
  const client = await connect()
  clock.advance(59_900)
  await client.ping()
  clock.advance(500)
  expect(await client.next('disconnect')).toMatchObject({ reasonCode: 0x87 })
  await client.waitForClose()
  expect(ended).toEqual(['not_authorized'])
})

it('closes MQTT 3.1.1 connections without DISCONNECT', async () => {
  const client = await connect({ version: 4 })
  clock.advance(60_500)
  await client.waitForClose()
  expect(client.received.map(({ cmd }) => cmd)).toEqual(['connack'])
})

it('publishes the will and keeps the session [MQTT-3.1.2-8]', async () => {
  lifetime = undefined
  const watcher = await connect()
  await watcher.subscribe('gone')
  lifetime = 60_000
  const client = await connect({
    clientId: 'expires',
    will: { topic: 'gone', payload: Buffer.from('x'), qos: 0, retain: false },
    properties: { sessionExpiryInterval: 600 },
  })
  clock.advance(60_500)
  await client.waitForClose()
  expect(await watcher.next('publish')).toMatchObject({ topic: 'gone' })
  expect(embedded.broker.client('expires')).toMatchObject({ connected: false })
})

it('a re-authentication replaces the expiry time [MQTT-4.12.1-1]', async () => {
  const client = await connect({ properties: { authenticationMethod: 'test' } })
  clock.advance(40_000)
  client.send({ cmd: 'auth', reasonCode: 0x19, properties: { authenticationMethod: 'test' } })
  await client.next('auth')
  clock.advance(40_000)
  await client.ping()
  clock.advance(20_500)
  expect(await client.next('disconnect')).toMatchObject({ reasonCode: 0x87 })
})

it('clients whose authentication does not expire stay connected', async () => {
  lifetime = undefined
  const client = await connect()
  clock.advance(1_000_000)
  await client.ping()
})
