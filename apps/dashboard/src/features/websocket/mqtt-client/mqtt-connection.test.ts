import { EventEmitter } from 'node:events'
import type { IClientOptions, MqttClient } from 'mqtt'
import { expect, test } from 'vitest'
import { type ConnectionSettings, newSettings } from './connection-settings.ts'
import type { Delivery, NewMessage } from './message.ts'
import { createMqttConnection } from './mqtt-connection.ts'
import type { SubscriptionRequest } from './subscription.ts'

function createLog() {
  const messages: NewMessage[] = []
  return {
    at: (seq: number) => messages[seq],
    end: () => messages.length,
    add: (message: NewMessage) => ({ seq: messages.push(message) - 1 }),
    settle(seq: number, delivery: Delivery) {
      const message = messages[seq]
      if (message) messages[seq] = { ...message, delivery }
    },
  }
}

type HandleAuth = (packet: object, done: (error: unknown, packet?: unknown) => void) => void

/** The part of MQTT.js that is used. It records the calls; the test acts as the broker. */
function createFakeClient(options: IClientOptions) {
  const asked: string[] = []
  const answers = new Map<string, (error: Error | null, granted: unknown, packet?: object) => void>()
  const sent = new Map<string, (error?: Error, packet?: object) => void>()
  const client = Object.assign(new EventEmitter(), {
    options,
    // The connection puts it there.
    handleAuth: undefined as HandleAuth | undefined,
    subscribe(filter: string, _: object, done: (error: Error | null, granted: unknown, packet?: object) => void) {
      asked.push(`subscribe ${filter}`)
      answers.set(filter, done)
    },
    unsubscribe: (filter: string) => asked.push(`unsubscribe ${filter}`),
    publish: (topic: string, _payload: unknown, _options: object, done: () => void) => sent.set(topic, done),
    end(...parts: readonly unknown[]) {
      asked.push(parts[0] === true ? 'end immediately' : `end ${JSON.stringify(parts[1])}`)
      const done = parts.at(-1)
      if (typeof done === 'function') done()
    },
  })
  return { client, asked, answers, sent }
}

function setUp(changes: Partial<ConnectionSettings> = {}) {
  const clients: ReturnType<typeof createFakeClient>[] = []
  const log = createLog()
  const sockets: EventTarget[] = []
  const connection = createMqttConnection({
    log,
    ticker: () => ({ set: () => 0, clear: () => {} }),
    load: async () => (url, options) => {
      const fake = createFakeClient(options)
      clients.push(fake)
      options.createWebsocket?.(url, ['mqtt'], options)
      return fake.client as unknown as MqttClient // as much of it as is used
    },
    openSocket(url) {
      if (url.includes('forbidden')) throw new Error('SecurityError')
      const socket = new EventTarget()
      sockets.push(socket)
      return socket as WebSocket // nothing else of it is used
    },
  })
  const settings = { ...newSettings({ protocol: 'http:', hostname: 'h' }), clientId: 'desk', ...changes }
  const states: string[] = []
  connection.state.subscribe(() => states.push(connection.state.get()))
  const connect = async () => {
    connection.connect(settings)
    await Promise.resolve()
    const fake = clients.at(-1)
    if (!fake) throw new Error('no client connected')
    return fake
  }
  const accept = (fake: ReturnType<typeof createFakeClient>) =>
    fake.client.emit('connect', { cmd: 'connack', reasonCode: 0, sessionPresent: false })
  return { connection, clients, log, states, sockets, connect, accept, settings }
}

const request = (filter: string): SubscriptionRequest => ({
  filter,
  qos: 1,
  noLocal: false,
  retainAsPublished: false,
  retainHandling: 0,
  id: undefined,
  colour: 0,
})
const statesOf = ({ subscriptions }: ReturnType<typeof setUp>['connection']) =>
  subscriptions.get().map(({ filter, state, code }) => [filter, state, code])

test('a connection passes through its states and sends DISCONNECT', async () => {
  const { connection, connect, accept, states } = setUp()
  const fake = await connect()
  accept(fake)
  connection.disconnect()
  expect(states).toEqual(['connecting', 'connected', 'disconnecting', 'disconnected'])
  expect(fake.asked).toEqual(['end {}'])
})

test('DISCONNECT publishes the will message on request [MQTT-3.14.4-3]', async () => {
  const { connection, connect, accept } = setUp()
  const fake = await connect()
  accept(fake)
  connection.disconnect(true)
  expect(fake.asked).toEqual(['end {"reasonCode":4}'])
})

test('a rejected connection reports its code and ends the attempts', async () => {
  const { connection, connect } = setUp({ reconnect: true })
  const fake = await connect()
  fake.client.emit('packetreceive', { cmd: 'connack', reasonCode: 134, properties: { reasonString: 'no' } })
  fake.client.emit('error', new Error('Connection refused'))
  fake.client.emit('close')
  expect(connection.state.get()).toBe('disconnected')
  expect(connection.problem.get()).toEqual({ kind: 'refused', version: 5, code: 134, text: 'no' })
  expect(fake.asked).toContain('end immediately')
})

test('unreachable, closed early and lost are different problems', async () => {
  const { connection, connect, accept, sockets } = setUp()
  const unreached = await connect()
  unreached.client.emit('error', new Error('WebSocket error'))
  unreached.client.emit('close')
  expect(connection.problem.get()).toEqual({ kind: 'unreachable' })
  const hungUp = await connect()
  sockets.at(-1)?.dispatchEvent(new Event('open'))
  hungUp.client.emit('close')
  expect(connection.problem.get()).toEqual({ kind: 'closedEarly', closeCode: 1006 })
  const slow = await connect()
  slow.client.emit('error', new Error('connack timeout'))
  slow.client.emit('close')
  expect(connection.problem.get()).toEqual({ kind: 'timeout' })
  const lost = await connect()
  accept(lost)
  expect(connection.problem.get()).toBeUndefined()
  lost.client.emit('close')
  expect(connection.problem.get()).toEqual({ kind: 'lost', closeCode: undefined })
  const sentAway = await connect()
  accept(sentAway)
  sentAway.client.emit('disconnect', { reasonCode: 142 })
  sentAway.client.emit('close')
  expect(connection.problem.get()).toEqual({ kind: 'disconnected', code: 142, text: undefined })
  expect(connection.state.get()).toBe('disconnected')
})

test('an address that the browser rejects is reported', async () => {
  const { connection, connect } = setUp({ host: 'forbidden' })
  await connect()
  expect(connection.state.get()).toBe('disconnected')
  expect(connection.problem.get()).toEqual({ kind: 'forbidden' })
})

test('subscriptions are renewed on the next connection', async () => {
  const { connection, connect, accept } = setUp({ reconnect: true })
  connection.subscribe(request('a'))
  expect(statesOf(connection)).toEqual([['a', 'waiting', undefined]])
  const fake = await connect()
  accept(fake)
  fake.answers.get('a')?.(null, [], { granted: [1] })
  connection.subscribe(request('b'))
  fake.answers.get('b')?.(new Error('Subscribe error'), [], { granted: [135] })
  expect(statesOf(connection)).toEqual([
    ['a', 'granted', 1],
    ['b', 'refused', 135],
  ])
  fake.client.emit('close')
  expect(connection.state.get()).toBe('reconnecting')
  expect(statesOf(connection).map(([, state]) => state)).toEqual(['waiting', 'waiting'])
  accept(fake)
  connection.unsubscribe('b')
  expect(fake.asked).toEqual(['subscribe a', 'subscribe b', 'subscribe a', 'subscribe b', 'unsubscribe b'])
})

test('sent messages are logged with their acknowledgement', async () => {
  const { connection, connect, accept, log } = setUp()
  const message = { topic: 't', payload: new Uint8Array([1]), qos: 1, retain: false } as const
  expect(connection.publish(message)).toBe(false)
  const fake = await connect()
  accept(fake)
  expect(connection.publish(message)).toBe(true)
  expect(log.at(0)?.delivery).toEqual({ kind: 'pending' })
  fake.sent.get('t')?.(undefined, { cmd: 'puback', reasonCode: 16 })
  expect(log.at(0)?.delivery).toMatchObject({ kind: 'done', code: 16 })
  connection.publish(message)
  fake.sent.get('t')?.(Object.assign(new Error('Publish error'), { code: 135 }))
  expect(log.at(1)?.delivery).toMatchObject({ kind: 'done', code: 135 })
})

test('received messages are logged with their MQTT 5 properties', async () => {
  const { connect, accept, log } = setUp()
  const fake = await connect()
  accept(fake)
  const properties = {
    payloadFormatIndicator: true,
    messageExpiryInterval: 5,
    contentType: 'x/y',
    correlationData: Buffer.from('c'),
    subscriptionIdentifier: 7,
    userProperties: { a: ['1', '2'], b: '3' },
  }
  fake.client.emit('message', 't', Buffer.from('x'), { qos: 2, retain: true, dup: false, properties })
  expect(log.at(0)).toMatchObject({
    direction: 'in',
    topic: 't',
    qos: 2,
    retain: true,
    properties: {
      isUtf8: true,
      expiry: 5,
      contentType: 'x/y',
      subscriptionIds: [7],
      userProperties: [
        { name: 'a', value: '1' },
        { name: 'a', value: '2' },
        { name: 'b', value: '3' },
      ],
    },
  })
})

test('late events of an abandoned attempt are ignored', async () => {
  const { connection, connect, accept, log } = setUp()
  const old = await connect()
  const fresh = await connect()
  accept(fresh)
  old.client.emit('message', 't', Buffer.from('x'), { qos: 0, retain: false, dup: false })
  old.client.emit('close')
  expect(connection.state.get()).toBe('connected')
  expect(log.end()).toBe(0)
  connection.end()
  expect(connection.state.get()).toBe('disconnected')
})

async function setUpScram() {
  const { connection, clients, settings } = setUp({
    authMethod: 'SCRAM-SHA-256',
    username: 'user',
    password: 'pencil',
  })
  connection.connect(settings)
  // The SCRAM code is loaded before the client connects.
  await expect.poll(() => clients.length).toBe(1)
  const { client, asked } = clients[0] ?? expect.fail('no client connected')
  return { connection, client, asked, first: () => String(client.options.properties?.authenticationData) }
}

test('SCRAM starts a new exchange for each attempt, and the password is not in CONNECT [MQTT-4.12.0-1]', async () => {
  const { client, first } = await setUpScram()
  expect(client.options.password).toBeUndefined()
  const before = first()
  expect(before).toMatch(/^n,,n=user,r=/)
  const challenge = `${before.slice('n,,n=user,'.length)}more,s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096`
  const answer = await new Promise((resolve) => {
    const properties = {
      authenticationMethod: 'SCRAM-SHA-256',
      authenticationData: new TextEncoder().encode(challenge),
    }
    client.handleAuth?.({ cmd: 'auth', reasonCode: 24, properties }, (_, packet) => resolve(packet))
  })
  expect(answer).toMatchObject({
    cmd: 'auth',
    reasonCode: 24,
    properties: {
      authenticationMethod: 'SCRAM-SHA-256',
      authenticationData: expect.stringMatching(/^c=biws,r=.*more,p=/),
    },
  })
  client.options.createWebsocket?.('ws://h', ['mqtt'], client.options)
  expect(first()).not.toBe(before)
})

test('a broker that does not prove the password is disconnected', async () => {
  const { connection, client, asked } = await setUpScram()
  client.emit('connect', { cmd: 'connack', reasonCode: 0, sessionPresent: false })
  expect(connection.problem.get()).toEqual({ kind: 'unproved' })
  expect(connection.state.get()).toBe('disconnected')
  expect(asked).toEqual(['end immediately'])
})
