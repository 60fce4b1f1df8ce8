import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createInbox, type MqttJsClient, waitTimeoutMs } from '@mqdeck/testkit'
import { describeMessagingGateway, type MessagingDevice } from '@mqdeck/testkit/suites'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { GatewaySettings } from '../engine/gateway.ts'
import { startTestGateway, type TestGatewayOptions } from '../test-gateway.ts'
import { type MqttSnSettings, mqttsn } from './manifest.ts'
import { runtime } from './runtime.ts'

// The devices of these tests write and read bytes by hand, so that a mistake of the codec cannot hide itself.

interface Device {
  send(hex: string): void
  /** Waits for exactly this datagram; the bytes `**` may be any. */
  expect(hex: string): Promise<string>
  request(hex: string, answer: string): Promise<string>
  take(pattern: RegExp): Promise<string>
  readonly port: number
  /** All datagrams that were not expected yet. */
  readonly unread: readonly string[]
  close(): void
}

async function openDevice(port: number): Promise<Device> {
  const socket = createSocket('udp4')
  const inbox = createInbox<string>((hex) => hex)
  socket.on('message', (bytes) => inbox.push(bytes.toString('hex')))
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  let isOpen = true
  const close = () => {
    if (isOpen) socket.close()
    isOpen = false
  }
  onTestFinished(close)
  const send = (hex: string) => socket.send(Buffer.from(hex.replaceAll(' ', ''), 'hex'))
  const wait = (hex: string) => {
    const pattern = new RegExp(`^${hex.replaceAll(' ', '').replaceAll('*', '.')}$`)
    return take(pattern)
  }
  const take = (pattern: RegExp) => inbox.take((one) => pattern.test(one), String(pattern))
  return {
    port: socket.address().port,
    take,
    send,
    expect: wait,
    request: (hex, answer) => {
      send(hex)
      return wait(answer)
    },
    get unread() {
      return inbox.unread
    },
    close,
  }
}

interface Options extends TestGatewayOptions {
  readonly settings?: Partial<MqttSnSettings & GatewaySettings>
}

async function start({ settings, listener, ...options }: Options = {}) {
  const own: MqttSnSettings = {
    gateway_id: 1,
    broadcast: false,
    enable_qos3: true,
    subs_resume: false,
    predefined: [{ id: 1, topic: 'pre/one' }],
  }
  const started = await startTestGateway(mqttsn, runtime, {
    ...options,
    settings: { ...own, ...settings },
    listener: { type: 'udp', ...listener },
  })
  return {
    ...started,
    device: () => openDevice(started.port),
    async mqtt(filter?: string): Promise<MqttJsClient> {
      const client = await started.mqtt()
      if (filter !== undefined) await client.client.subscribeAsync(filter, { qos: 2 })
      return client
    },
  }
}

/** CONNECT with these flags and this keep alive. */
const connect = (clientId: string, { flags = '04', keepalive = '0000' } = {}) => {
  const length = (6 + clientId.length).toString(16).padStart(2, '0')
  return `${length} 04 ${flags} 01 ${keepalive} ${text(clientId)}`
}
const connack = '03 05 00'
/** A packet of this type with its length. */
const packet = (type: string, body: string) => {
  const hex = `${type}${body}`.replaceAll(' ', '')
  return `${(hex.length / 2 + 1).toString(16).padStart(2, '0')}${hex}`
}

describeMessagingGateway('mqttsn', {
  protocol: { protocolName: 'MQTT-SN', protocolVersion: '1.2' },
  start: ({ mountpoint = '', ...choices }) =>
    start({ ...choices, settings: { mountpoint, clientinfo_override: { username: '${Packet.clientid}' } } }),
  hasPasswords: false,
  device: async (port): Promise<MessagingDevice> => {
    const one = await openDevice(port)
    const isAccepted = (answer: string) => answer.endsWith('00')
    return {
      port: one.port,
      connect: async (clientId) =>
        isAccepted(await one.request(connect(clientId), '03 05 **')) ? 'connected' : 'refused',
      async publish(topic, payload) {
        const registered = await one.request(packet('0a', `0000 0001 ${text(topic)}`), '07 0b **** 0001 00')
        const id = registered.slice(4, 8)
        const answer = await one.request(packet('0c', `20 ${id} 0002 ${text(payload)}`), `07 0d ${id} 0002 **`)
        return isAccepted(answer) ? 'accepted' : 'denied'
      },
      subscribe: async (topic) =>
        isAccepted(await one.request(packet('12', `20 0003 ${text(topic)}`), '08 13 ** **** 0003 **'))
          ? 'accepted'
          : 'denied',
      async receive() {
        const message = await one.take(/^..0c20/)
        one.send(`07 0d ${message.slice(6, 14)} 00`)
        return Buffer.from(message.slice(14), 'hex').toString()
      },
      ended: () => one.expect('02 18'),
      leave: () => one.request('02 18', '02 18'),
    }
  },
})
const text = (value: string) => Buffer.from(value).toString('hex')

describe('a device that publishes', () => {
  test('reaches MQTT clients at QoS 0, 1 and 2, with registered, predefined and short topics', async () => {
    const { device, mqtt } = await start()
    const subscriber = await mqtt('#')
    const one = await device()
    await one.request('03 01 00', '03 02 01')
    await one.request(connect('dev'), connack)
    await one.request(`08 0a 0000 0001 ${text('ab')}`, '07 0b 0401 0001 00')
    one.send(`09 0c 00 0401 0000 ${text('q0')}`)
    expect(await subscriber.message('ab')).toBe('q0')
    await one.request(`09 0c 21 0001 0002 ${text('q1')}`, '07 0d 0001 0002 00')
    expect(await subscriber.message('pre/one')).toBe('q1')
    await one.request(`09 0c 42 7879 0003 ${text('q2')}`, '04 0f 0003')
    await one.request('04 10 0003', '04 0e 0003')
    expect(await subscriber.message('xy')).toBe('q2')
    await one.request('02 18', '02 18')
  })

  test('needs no connection for QoS -1', async () => {
    const { device, mqtt, gateway } = await start()
    const subscriber = await mqtt('#')
    const one = await device()
    one.send(`09 0c 62 6162 0000 ${text('hi')}`)
    expect(await subscriber.message('ab')).toBe('hi')
    expect([...gateway.clients()]).toEqual([])
  })
})

describe('a device that subscribes', () => {
  test('gets messages at QoS 0, 1 and 2, and topics of wildcards registered', async () => {
    const { device, mqtt } = await start()
    const publisher = await mqtt()
    const one = await device()
    await one.request(connect('dev'), connack)
    await one.request(`08 12 40 0001 ${text('t/1')}`, '08 13 40 0401 0001 00')
    await publisher.client.publishAsync('t/1', 'q0')
    await one.expect(`09 0c 00 0401 0000 ${text('q0')}`)
    await publisher.client.publishAsync('t/1', 'q1', { qos: 1 })
    await one.expect(`09 0c 20 0401 0001 ${text('q1')}`)
    one.send('07 0d 0401 0001 00')
    await publisher.client.publishAsync('t/1', 'q2', { qos: 2 })
    await one.expect(`09 0c 40 0401 0002 ${text('q2')}`)
    await one.request('04 0f 0002', '04 10 0002')
    one.send('04 0e 0002')
    await one.request(`08 12 20 0002 ${text('w/#')}`, '08 13 20 0000 0002 00')
    await publisher.client.publishAsync('w/x', 'm', { qos: 1 })
    await one.expect(`09 0a 0402 0004 ${text('w/x')}`)
    await one.request('07 0b 0402 0004 00', `08 0c 20 0402 0003 ${text('m')}`)
    one.send('07 0d 0402 0003 00')
    await one.request(`08 14 00 0003 ${text('t/1')}`, '04 15 0003')
    await one.request('02 16', '02 17')
    expect(one.unread).toEqual([])
  })

  test('gets a retained message after SUBACK, with the retain flag', async () => {
    const { device, mqtt } = await start()
    await (await mqtt()).client.publishAsync('r/1', 'kept', { qos: 1, retain: true })
    const one = await device()
    await one.request(connect('dev'), connack)
    one.send(`08 12 20 0001 ${text('r/1')}`)
    await one.expect('08 13 20 0401 0001 00')
    await one.expect(`0b 0c 30 0401 0001 ${text('kept')}`)
  })

  test('gets messages that were published while it was away, if it connects without CleanSession', async () => {
    const { device, mqtt, gateway } = await start()
    const publisher = await mqtt()
    const one = await device()
    await one.request(connect('dev', { flags: '00' }), connack)
    await one.request(`08 12 20 0001 ${text('t/1')}`, '08 13 20 0401 0001 00')
    await one.request('02 18', '02 18')
    await publisher.client.publishAsync('t/1', 'later', { qos: 1 })
    expect(gateway.client('dev')).toMatchObject({ connected: false, sessionExpiryInterval: 7200 })
    const again = await device()
    await again.request(connect('dev', { flags: '00' }), connack)
    const register = await again.expect(`09 0a 0401 **** ${text('t/1')}`)
    await again.request(`07 0b 0401 ${register.slice(8, 12)} 00`, `0c 0c 20 0401 **** ${text('later')}`)
  })

  test('completes a message of QoS 2 after it has connected again from another address', async () => {
    const { device, mqtt, gateway } = await start()
    const publisher = await mqtt()
    const one = await device()
    await one.request(connect('dev', { flags: '00' }), connack)
    await one.request(`08 12 40 0001 ${text('t/1')}`, '08 13 40 0401 0001 00')
    await publisher.client.publishAsync('t/1', 'm', { qos: 2 })
    await one.expect(`08 0c 40 0401 0001 ${text('m')}`)
    await one.request('04 0f 0001', '04 10 0001')
    one.close()
    const again = await device()
    await again.request(connect('dev', { flags: '00' }), connack)
    await again.expect('04 10 0001')
    again.send('04 0e 0001')
    await again.request('02 16', '02 17')
    expect(again.unread).toEqual([])
    expect(gateway.client('dev')?.inflightCount).toBe(0)
  })

  test('gets all its topics registered with subs_resume', async () => {
    const { device } = await start({ settings: { subs_resume: true } })
    const one = await device()
    await one.request(connect('dev', { flags: '00' }), connack)
    await one.request(`08 12 20 0001 ${text('t/1')}`, '08 13 20 0401 0001 00')
    await one.request(`08 12 20 0002 ${text('t/2')}`, '08 13 20 0402 0002 00')
    await one.request('02 18', '02 18')
    await one.request(connect('dev', { flags: '00' }), connack)
    await one.expect(`09 0a 0401 0001 ${text('t/1')}`)
    await one.request('07 0b 0401 0001 00', `09 0a 0402 0002 ${text('t/2')}`)
  })
})

describe('a sleeping device', () => {
  test('gets its messages at a new address when it is awake', async () => {
    const { device, mqtt, gateway } = await start()
    const publisher = await mqtt()
    const one = await device()
    await one.request(connect('dev', { flags: '00', keepalive: '003c' }), connack)
    await one.request(`08 12 20 0001 ${text('t/1')}`, '08 13 20 0401 0001 00')
    await one.request('04 18 003c', '02 18')
    for (const [message, qos] of [
      ['m1', 1],
      ['m2', 0],
      ['m3', 2],
    ] as const)
      await publisher.client.publishAsync('t/1', message, { qos })
    await expect.poll(() => gateway.client('dev')?.mqueueLength).toBe(3)
    one.close()
    const moved = await device()
    await moved.request(`05 16 ${text('dev')}`, `09 0c 20 0401 0001 ${text('m1')}`)
    moved.send('07 0d 0401 0001 00')
    await moved.expect(`09 0c 00 0401 0000 ${text('m2')}`)
    await moved.expect(`09 0c 20 0401 0002 ${text('m3')}`)
    await moved.request('07 0d 0401 0002 00', '02 17')
    expect(gateway.client('dev')).toMatchObject({ inflightCount: 0, details: { connected: false } })
    // Awake without messages.
    await moved.request(`05 16 ${text('dev')}`, '02 17')
    await moved.request(connect('dev', { flags: '00', keepalive: '003c' }), connack)
    await publisher.client.publishAsync('t/1', 'm4', { qos: 1 })
    await moved.expect(`09 0c 20 0401 **** ${text('m4')}`)
  })
})

describe('a will', () => {
  const withWill = async (device: Device, clientId: string, keepalive = '0000') => {
    await device.request(connect(clientId, { flags: '0c', keepalive }), '02 06')
    await device.request(`05 07 20 ${text('w/')}`, '02 08')
    await device.request(`${(2 + clientId.length).toString(16).padStart(2, '0')} 09 ${text(clientId)}`, connack)
  }

  test('is published when the device is kicked or silent, but not when it disconnects', async () => {
    const { device, mqtt, gateway } = await start()
    const subscriber = await mqtt('w/#')
    const leaving = await device()
    await withWill(leaving, 'leaves')
    await leaving.request('02 18', '02 18')
    const kicked = await device()
    await withWill(kicked, 'kicked')
    expect(await gateway.kick('kicked')).toBe(true)
    await kicked.expect('02 18')
    expect(await subscriber.message('w/')).toBe('kicked')
    const silent = await device()
    await withWill(silent, 'silent', '0001')
    await silent.expect('02 18')
    expect(await subscriber.message('w/')).toBe('silent')
    expect([...gateway.clients()]).toEqual([])
  })
})

describe('authentication', () => {
  const named: TestGatewayOptions['authenticate'] = (username) =>
    username === 'sensor' ? { result: 'allow' } : { result: 'deny', reasonCode: 0x86 }

  test('refuses messages with QoS -1 of a device without a username', async () => {
    const { device, mqtt } = await start({ authenticate: named })
    const subscriber = await mqtt('#')
    const one = await device()
    one.send(`09 0c 62 6162 0000 ${text('hi')}`)
    await one.request('03 01 00', '03 02 01')
    await (await mqtt()).client.publishAsync('last', 'm')
    await subscriber.message('last')
    expect(subscriber.messages.all).toHaveLength(1)
  })

  test('accepts a device that gets a username from clientinfo_override', async () => {
    const override = { clientinfo_override: { username: 'sensor', clientid: 'sn-${Packet.clientid}' } }
    const { device, gateway } = await start({ authenticate: named, settings: override })
    const one = await device()
    await one.request(connect('dev'), connack)
    expect(gateway.client('sn-dev')?.info).toMatchObject({ username: 'sensor', protocolName: 'MQTT-SN' })
    // It sleeps and wakes up under its own ID.
    await one.request('04 18 003c', '02 18')
    await one.request(`05 16 ${text('dev')}`, '02 17')
  })
})

test('a listener on all addresses answers', async () => {
  const { device } = await start({ listener: { bind: { host: undefined, port: 0 } } })
  await (await device()).request('03 01 00', '03 02 01')
})

test(
  'random datagrams do not affect other devices',
  async () => {
    const { device, gateway } = await start()
    const one = await device()
    await one.request(connect('dev'), connack)
    const noise = await device()
    for (let count = 0; count < 2000; count += 1) {
      const body = randomBytes(1 + (count % 30))
      noise.send(Buffer.concat([Buffer.from([body.length + 1]), body]).toString('hex'))
      if (count % 100 === 0) await one.request('02 16', '02 17')
    }
    await one.request('02 16', '02 17')
    expect(gateway.connected('dev')).toBeDefined()
  },
  waitTimeoutMs * 2,
)
