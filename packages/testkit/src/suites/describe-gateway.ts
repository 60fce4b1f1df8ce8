import type { AuthenticateResult, Broker, ClientView } from '@mqdeck/broker'
import { describe, expect, test } from 'vitest'
import type { MqttJsClient } from '../mqttjs.ts'

/** A running gateway with one listener (`startTestGateway` of gateways). Ends with the test. */
export interface GatewayUnderTest {
  readonly broker: Broker
  readonly gateway: {
    readonly name: string
    readonly listeners: readonly { readonly id: string; readonly boundPort: number }[]
    clients(): Iterable<ClientView>
    client(clientId: string): ClientView | undefined
    kick(clientId: string): Promise<boolean>
    stop(): Promise<void>
    start(): Promise<void>
  }
  mqtt(): Promise<MqttJsClient>
}

export interface GatewayChoices {
  readonly mountpoint?: string
  readonly authenticate?: (username: string | undefined, password: string) => AuthenticateResult
  /** Whether clients may use a topic. */
  readonly authorize?: (topic: string) => boolean
}

/** A device of the protocol. Ends with the test. */
export interface DeviceUnderTest {
  /** The port from which it sends. */
  readonly port: number
  /** Connects with the client ID as its username. */
  connect(clientId: string, password?: string): Promise<'connected' | 'refused'>
  /** Resolves when the device has learned in the way of the protocol that its connection has ended. */
  ended(): Promise<unknown>
  /** Ends its connection. */
  leave(): Promise<unknown>
}

/** A device that chooses its topics. All answers are those of the gateway. */
export interface MessagingDevice extends DeviceUnderTest {
  /** At QoS 1. */
  publish(topic: string, text: string): Promise<'accepted' | 'denied'>
  /** At QoS 1. */
  subscribe(topic: string): Promise<'accepted' | 'denied'>
  /** The text of the next message of this topic, which is acknowledged. */
  receive(topic: string): Promise<string>
}

export interface GatewaySuite<Started extends GatewayUnderTest, Device extends DeviceUnderTest> {
  readonly protocol: { readonly protocolName: string; readonly protocolVersion: string }
  readonly start: (choices: GatewayChoices) => Promise<Started>
  readonly device: (port: number, started: Started) => Promise<Device>
  /** False if the protocol has no passwords. */
  readonly hasPasswords?: boolean
  /** True if a second connection of a connected client ID is refused instead of ending the first one. */
  readonly refusesTakeover?: boolean
}

/** Requirements for every gateway. Runs with a device of its protocol over a real connection. */
export function describeGateway<Started extends GatewayUnderTest, Device extends DeviceUnderTest>(
  name: string,
  { protocol, start, device, hasPasswords = true, refusesTakeover = false }: GatewaySuite<Started, Device>,
): void {
  const open = (started: Started) => device(portOf(started), started)
  const connected = async (started: Started, clientId: string) => {
    const one = await open(started)
    expect(await one.connect(clientId)).toBe('connected')
    return one
  }
  const idsOf = ({ gateway }: Started) => [...gateway.clients()].map(({ info }) => info.clientId)

  describe(`clients of ${name}`, () => {
    test('a connected client is listed with its protocol, address and listener, until it disconnects', async () => {
      const started = await start({})
      const one = await connected(started, 'listed')
      const { gateway, broker } = started
      expect([...gateway.clients()]).toMatchObject([
        {
          connected: true,
          info: {
            ...protocol,
            clientId: 'listed',
            gateway: gateway.name,
            listener: gateway.listeners[0]?.id,
            peerhost: '127.0.0.1',
            peerport: one.port,
          },
        },
      ])
      expect([...broker.clients()].map(({ info }) => info.clientId)).not.toContain('listed')
      await one.leave()
      await expect.poll(() => idsOf(started)).toEqual([])
    })

    test('only a client that the authenticator accepts is connected', async () => {
      const started = await start({
        authenticate: (username, password) =>
          username === 'known' && (password === 'right' || !hasPasswords)
            ? { result: 'allow' }
            : { result: 'deny', reasonCode: 0x86 },
      })
      const refused: readonly (readonly [string, string | undefined])[] = [
        ['stranger', 'right'],
        ...(hasPasswords
          ? ([
              ['known', 'wrong'],
              ['known', undefined],
            ] as const)
          : []),
      ]
      for (const [clientId, password] of refused)
        expect([clientId, password, await (await open(started)).connect(clientId, password)]).toEqual([
          clientId,
          password,
          'refused',
        ])
      expect(idsOf(started)).toEqual([])
      expect(await (await open(started)).connect('known', 'right')).toBe('connected')
      expect(idsOf(started)).toEqual(['known'])
    })

    test('a kicked client ends and may connect again', async () => {
      const started = await start({})
      const one = await connected(started, 'kicked')
      expect(await started.gateway.kick('kicked')).toBe(true)
      await one.ended()
      expect(idsOf(started)).toEqual([])
      expect(await started.gateway.kick('kicked')).toBe(false)
      await connected(started, 'kicked')
    })

    test('a banned client ends, and is refused until the ban ends', async () => {
      const started = await start({})
      const { broker } = started
      const one = await connected(started, 'banned')
      const unban = broker.hooks.fold('client.connect', (code, { clientId }) => (clientId === 'banned' ? 0x8a : code))
      for (const space of broker.clientSpaces()) await space.kick('banned', 'banned')
      await one.ended()
      expect(await (await open(started)).connect('banned')).toBe('refused')
      unban()
      await connected(started, 'banned')
    })

    test('at most one connection has a client ID', async () => {
      const started = await start({})
      const first = await connected(started, 'same')
      const second = await open(started)
      expect(await second.connect('same')).toBe(refusesTakeover ? 'refused' : 'connected')
      expect(idsOf(started)).toEqual(['same'])
      const { port } = refusesTakeover ? first : second
      await expect.poll(() => started.gateway.client('same')?.info.peerport).toBe(port)
    })

    test('clients end with the gateway and may connect when it runs again', async () => {
      const started = await start({})
      await connected(started, 'again')
      await started.gateway.stop()
      expect(idsOf(started)).toEqual([])
      await started.gateway.start()
      await connected(started, 'again')
    })
  })
}

/** Requirements for every gateway whose devices choose their topics. Includes `describeGateway`. */
export function describeMessagingGateway<Started extends GatewayUnderTest>(
  name: string,
  suite: GatewaySuite<Started, MessagingDevice>,
): void {
  describeGateway(name, suite)
  const { start } = suite
  const connected = async (started: Started, clientId = 'device') => {
    const device = await suite.device(portOf(started), started)
    expect(await device.connect(clientId)).toBe('connected')
    return device
  }

  describe(`messages of ${name}`, () => {
    test('messages are exchanged below the mountpoint, which the device does not see', async () => {
      const started = await start({ mountpoint: 'site/${clientid}/' })
      const mqtt = await started.mqtt()
      await mqtt.client.subscribeAsync('site/#', { qos: 1 })
      const device = await connected(started)
      expect(await device.publish('up/1', 'from the device')).toBe('accepted')
      expect(await mqtt.message('site/device/up/1')).toBe('from the device')
      expect(await device.subscribe('down/1')).toBe('accepted')
      await mqtt.client.publishAsync('site/device/down/1', 'to the device', { qos: 1 })
      expect(await device.receive('down/1')).toBe('to the device')
      await expect.poll(() => started.gateway.client('device')?.inflightCount).toBe(0)
    })

    test('a denied message is not published, and the device gets an error', async () => {
      const started = await start({ authorize: (topic) => !topic.startsWith('secret/') })
      const mqtt = await started.mqtt()
      await mqtt.client.subscribeAsync('#', { qos: 1 })
      expect(await (await connected(started)).publish('secret/1', 'denied')).toBe('denied')
      expect(await (await connected(started, 'other')).publish('open/1', 'allowed')).toBe('accepted')
      expect(await mqtt.message('open/1')).toBe('allowed')
      expect(mqtt.messages.all.map(({ topic }) => topic)).toEqual(['open/1'])
    })

    test('a denied subscription is not created, and the device gets an error', async () => {
      const started = await start({ authorize: (topic) => !topic.startsWith('secret/') })
      expect(await (await connected(started)).subscribe('secret/1')).toBe('denied')
      expect([...started.broker.topics()]).toEqual([])
    })
  })
}

const portOf = ({ gateway }: GatewayUnderTest): number => gateway.listeners[0]?.boundPort ?? 0
