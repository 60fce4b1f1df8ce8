import { createSocket } from 'node:dgram'
import { connect as connectTcp } from 'node:net'
import { type Broker, createBroker, defaultZoneSettings } from '@mqdeck/broker'
import { silentLog, systemClock } from '@mqdeck/kit'
import { freePort } from '@mqdeck/testkit'
import { expect, onTestFinished, test } from 'vitest'
import type { GatewayManifest, GatewayRuntime } from '../port.ts'
import { createGateway, type Gateway, type GatewayPorts, type GatewaySettings } from './gateway.ts'
import type { GatewayListenerSettings } from './listener-settings.ts'

const utf8 = (text: string) => Buffer.from(text)

/** One command a line or datagram: `CONNECT id [password]`, `SUB filter`, `PUB topic text`, `WILL topic`, `THROW`. */
const lines: GatewayRuntime<never> = {
  start: (context) => ({
    accept: (channel) => {
      let client:
        | Extract<Awaited<ReturnType<typeof context.connect>>, { readonly client: unknown }>['client']
        | undefined
      const say = (text: string) => channel.send(utf8(`${text}\n`))
      const handle = async (line: string) => {
        const [word, first = '', ...rest] = line.split(' ')
        if (word === 'CONNECT') {
          const outcome = await context.connect(
            channel,
            {
              clientId: first,
              password: rest[0],
              protocolName: 'LINES',
              protocolVersion: '1',
              packet: { id: first, user: rest[1] },
              cleanStart: rest[2] === undefined,
              sessionExpiryInterval: rest[2] === undefined ? 0 : 60,
            },
            {
              deliver: (delivery) => {
                say(`MSG ${delivery.topic} ${Buffer.from(delivery.payload)} ${delivery.filters.join()}`)
                delivery.acknowledge()
              },
              closed: (reason) => {
                say(`CLOSED ${reason}`)
                channel.end(reason)
              },
            },
          )
          if ('client' in outcome) client = outcome.client
          say(
            'client' in outcome ? `OK ${client?.info.clientId} ${client?.info.username}` : `REFUSED ${outcome.refused}`,
          )
        } else if (word === 'SUB') say(`SUBBED ${await client?.subscribe(first, { qos: 1 })}`)
        else if (word === 'PUB')
          say(`PUBBED ${await client?.publish({ topic: first, payload: utf8(rest.join(' ')), qos: 1 })}`)
        else if (word === 'WILL') client?.setWill({ topic: first, payload: utf8('gone'), qos: 0 })
      }
      let last = Promise.resolve()
      return {
        data: (bytes) => {
          for (const line of bytes.toString().split('\n')) {
            if (line === 'THROW') throw new Error('a mistake of the protocol')
            if (line !== '') last = last.then(() => handle(line))
          }
        },
        closed: () => {},
      }
    },
  }),
}

const manifest: GatewayManifest = {
  name: 'lines',
  label: { en: 'Lines', zh: 'Lines' },
  about: { en: '', zh: '' },
  mark: 'L',
  transports: ['tcp', 'udp'],
  defaultListener: { type: 'tcp', port: 1 },
  component: 'gateway.lines',
  fields: {},
  clientInfoOverride: { name: 'gateway.clientinfo_override', fields: {} } as GatewayManifest['clientInfoOverride'],
  clientColumns: [],
}

const listener = (changes: Partial<GatewayListenerSettings> = {}): GatewayListenerSettings => ({
  type: 'tcp',
  name: 'default',
  enable: true,
  bind: { host: '127.0.0.1', port: 0 },
  max_connections: 100,
  max_conn_rate: undefined,
  access_rules: [],
  enable_authn: true,
  ...changes,
})

interface Started {
  readonly broker: Broker
  readonly gateway: Gateway
  readonly errors: string[]
  readonly warnings: readonly object[]
}

async function start(
  listeners: readonly GatewayListenerSettings[] = [listener()],
  settings: Partial<GatewaySettings> = {},
  authenticated?: Promise<unknown>,
): Promise<Started> {
  const errors: string[] = []
  const warnings: object[] = []
  const log = {
    ...silentLog,
    warn: (fields: object, event: string) => void warnings.push({ event, ...fields }),
    error: (_: object, text: string) => void errors.push(text),
  }
  const broker = createBroker({
    node: 'test@127.0.0.1',
    zones: { default: defaultZoneSettings },
    listeners: [],
    clock: systemClock,
    log,
  })
  await broker.start()
  const ports: GatewayPorts = {
    broker,
    clock: systemClock,
    log,
    authenticate: async (_, __, { password }) => {
      await authenticated
      return password && Buffer.from(password).toString() === 'wrong'
        ? { result: 'deny', reasonCode: 0x86 }
        : { result: 'ignore' }
    },
  }
  const gateway = createGateway(
    manifest,
    lines,
    { enable: true, enable_stats: true, idle_timeout: 30_000, mountpoint: '', ...settings },
    listeners,
    ports,
  )
  onTestFinished(async () => {
    await gateway.stop()
    await broker.stop()
  })
  await gateway.start()
  return { broker, gateway, errors, warnings }
}

interface Device {
  readonly lines: string[]
  readonly isClosed: () => boolean
  say(text: string): void
  end(): void
}

function device(gateway: Gateway): Promise<Device> {
  const port = gateway.listeners[0]?.boundPort ?? 0
  return new Promise((resolve) => {
    const received: string[] = []
    let closed = false
    const socket = connectTcp(port, '127.0.0.1', () =>
      resolve({
        lines: received,
        isClosed: () => closed,
        say: (text) => void socket.write(`${text}\n`),
        end: () => socket.destroy(),
      }),
    )
    socket.on('error', () => {})
    socket.on('close', () => {
      closed = true
    })
    socket.on('data', (bytes) => received.push(...bytes.toString().split('\n').filter(Boolean)))
    onTestFinished(() => void socket.destroy())
  })
}

test('clients of the gateway exchange messages below its mountpoint, with the filter of the subscription', async () => {
  const { gateway, broker } = await start([listener()], { mountpoint: 'g/${clientid}/' })
  const a = await device(gateway)
  a.say('CONNECT a')
  a.say('SUB t/+')
  await expect.poll(() => a.lines).toEqual(['OK a undefined', 'SUBBED 1'])
  expect([...broker.topics()]).toEqual(['g/a/t/+'])
  a.say('PUB t/1 hello you')
  await expect.poll(() => a.lines.slice(2).sort()).toEqual(['MSG t/1 hello you t/+', 'PUBBED 0'])
  expect([...gateway.clients()].map(({ info }) => info)).toMatchObject([
    { clientId: 'a', protocolName: 'LINES', protocolVersion: '1', listener: 'lines:tcp:default', mountpoint: 'g/a/' },
  ])
  expect([...broker.clients()]).toEqual([])
})

test('a client is refused and logged if a placeholder of the mountpoint has no value or a value with a slash', async () => {
  const { gateway, warnings } = await start([listener()], {
    mountpoint: 'g/${username}/',
    clientinfo_override: { username: '${Packet.user}' },
  })
  const a = await device(gateway)
  a.say('CONNECT a')
  await expect.poll(() => a.lines).toEqual(['REFUSED 135'])
  a.say('CONNECT b right ann/x')
  await expect.poll(() => a.lines).toEqual(['REFUSED 135', 'REFUSED 135'])
  expect(warnings).toEqual([
    { event: 'mountpoint_refused', clientid: 'a', placeholder: '${username}' },
    { event: 'mountpoint_refused', clientid: 'b', placeholder: '${username}' },
  ])
  a.say('CONNECT a right ann')
  await expect.poll(() => a.lines.at(-1)).toBe('OK a ann')
})

test('the authenticator and clientinfo_override decide on the identity', async () => {
  const { gateway } = await start([listener()], {
    clientinfo_override: { username: '${Packet.user}', clientid: '${Packet.none}' },
  })
  const a = await device(gateway)
  a.say('CONNECT a wrong')
  await expect.poll(() => a.lines).toEqual(['REFUSED 134'])
  a.say('CONNECT a right somebody')
  await expect.poll(() => a.lines.at(-1)).toBe('OK a somebody')
  const open = await start([listener({ enable_authn: false })])
  const b = await device(open.gateway)
  b.say('CONNECT b wrong')
  await expect.poll(() => b.lines).toEqual(['OK b undefined'])
})

test('the protocol is informed about kicks and takeovers, a lost client publishes its will, and a session is resumed', async () => {
  const { gateway } = await start()
  const [a, b, c] = [await device(gateway), await device(gateway), await device(gateway)]
  b.say('CONNECT b')
  b.say('SUB wills')
  a.say('CONNECT a x y keep')
  a.say('SUB mine')
  a.say('WILL wills')
  await expect.poll(() => a.lines).toContain('SUBBED 1')
  await expect.poll(() => b.lines).toContain('SUBBED 1')
  a.end()
  await expect.poll(() => b.lines).toContain('MSG wills gone wills')
  b.say('PUB mine later')
  await expect.poll(() => b.lines).toContain('PUBBED 0')
  c.say('CONNECT a x y keep')
  await expect.poll(() => c.lines).toContain('MSG mine later mine')
  const d = await device(gateway)
  d.say('CONNECT a x')
  await expect.poll(() => c.lines).toContain('CLOSED discarded')
  expect(await gateway.kick('a')).toBe(true)
  await expect.poll(() => d.lines).toContain('CLOSED kicked')
  expect(await gateway.kick('a')).toBe(false)
  await expect.poll(d.isClosed).toBe(true)
})

test('an error of the protocol ends its connection only, and a silent connection ends after the idle timeout', async () => {
  const { gateway, errors } = await start([listener()], { idle_timeout: 1 })
  const a = await device(gateway)
  a.say('CONNECT a')
  await expect.poll(() => a.lines).toEqual(['OK a undefined'])
  const b = await device(gateway)
  b.say('THROW')
  await expect.poll(b.isClosed).toBe(true)
  expect(errors).toEqual(['protocol_crashed'])
  const silent = await device(gateway)
  await expect.poll(silent.isClosed).toBe(true)
  expect(a.isClosed()).toBe(false)
})

test('each UDP address is a channel, and stopping the gateway frees its ports and ends its clients', async () => {
  const port = await freePort()
  const { gateway, broker } = await start([listener({ type: 'udp', bind: { host: '127.0.0.1', port } })])
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  const received: string[] = []
  socket.on('message', (bytes) => received.push(bytes.toString().trim()))
  for (const text of ['CONNECT u', 'SUB t', 'PUB t hi']) {
    socket.send(text, port, '127.0.0.1')
    await expect.poll(() => received.length).toBeGreaterThan(0)
  }
  await expect.poll(() => [...received].sort()).toEqual(['MSG t hi t', 'OK u undefined', 'PUBBED 0', 'SUBBED 1'])
  expect(gateway.listeners[0]).toMatchObject({ id: 'lines:udp:default', running: true, currentConnections: 1 })
  expect(gateway.client('u')?.traffic).toMatchObject({ recvCnt: 3, recvPkt: 3, recvOct: 22, sendCnt: 4, sendPkt: 4 })
  await expect(
    gateway.addListener(listener({ type: 'udp', name: 'b', bind: { host: '127.0.0.1', port } })),
  ).rejects.toThrow()
  expect(gateway.listeners).toHaveLength(1)
  await gateway.stop()
  await expect.poll(() => received).toContain('CLOSED server_shutting_down')
  expect(gateway.listeners[0]).toMatchObject({ running: false })
  expect([...broker.topics()]).toEqual([])
  await gateway.start()
  expect(gateway.listeners[0]).toMatchObject({ running: true, boundPort: port })
})

test('a disabled listener stops, a changed port moves it, and a port in use is refused', async () => {
  const { gateway } = await start()
  const [a, used] = [await device(gateway), await start()]
  a.say('CONNECT a')
  await expect.poll(() => a.lines).toEqual(['OK a undefined'])
  const taken = used.gateway.listeners[0]?.boundPort ?? 0
  const bind = { host: '127.0.0.1', port: taken }
  await expect(gateway.updateListener(listener({ bind }))).rejects.toThrow()
  expect(gateway.listeners[0]?.running).toBe(true)
  await gateway.updateListener(listener({ enable: false }))
  await expect.poll(a.isClosed).toBe(true)
  expect(gateway.listeners[0]?.running).toBe(false)
  expect(await gateway.removeListener('lines:tcp:default')).toBe(true)
  expect(await gateway.removeListener('lines:tcp:default')).toBe(false)
})

test('a client that is authenticated after the gateway has stopped is not connected, and no error is logged', async () => {
  let decide = () => {}
  const decided = new Promise<void>((resolve) => {
    decide = resolve
  })
  const { gateway, broker, errors } = await start([listener()], {}, decided)
  const a = await device(gateway)
  a.say('CONNECT a')
  await expect.poll(() => broker.metrics['client.connect']).toBe(1)
  const stopping = gateway.stop()
  decide()
  await stopping
  await expect.poll(a.isClosed).toBe(true)
  expect(errors).toEqual([])
  expect([...gateway.clients()]).toEqual([])
})

test('a listener has its own mountpoint, and a UDP listener answers the health check of a load balancer', async () => {
  const { gateway, broker } = await start(
    [
      listener({ mountpoint: 'own/' }),
      listener({ type: 'udp', health_check: { request: 'ping', reply: 'pong' }, udp_options: { recbuf: 65_536 } }),
    ],
    { mountpoint: 'g/' },
  )
  const a = await device(gateway)
  a.say('CONNECT a')
  a.say('SUB t')
  await expect.poll(() => a.lines).toEqual(['OK a undefined', 'SUBBED 1'])
  expect([...broker.topics()]).toEqual(['own/t'])
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  const received: string[] = []
  socket.on('message', (bytes) => received.push(bytes.toString()))
  const port = gateway.listeners[1]?.boundPort ?? 0
  socket.send('ping', port, '127.0.0.1')
  await expect.poll(() => received).toEqual(['pong'])
  expect(gateway.listeners[1]?.currentConnections).toBe(0)
  socket.send('CONNECT b', port, '127.0.0.1')
  await expect.poll(() => received.at(-1)).toBe('OK b undefined\n')
})
