import { gatewayToken, mqttUsers } from './access.ts'
import { type ClientOptions, createClient, type Endpoint, keepAlive, type MqttClient } from './mqtt-client.ts'
import type { Ports } from './server.ts'

export interface Fleet {
  /** Connected clients by client ID. */
  readonly clients: ReadonlyMap<string, MqttClient>
  close(): void
}

type Device = ClientOptions & { readonly tls?: true }

export const halls = ['hall-a', 'hall-b', 'hall-c'] as const
export const lines = ['line-1', 'line-2', 'line-3', 'line-4'] as const

/** Clients that connect at the same time. */
const connectTogether = 25
const day = 86_400

/** Connects `count` clients. The rest of the demo works with few of them, too. */
export async function connectFleet(ports: Ports, count: number, signal: AbortSignal): Promise<Fleet> {
  const toEndpoint = ({ tls }: Device): Endpoint => (tls ? { port: ports.ssl, tls } : { port: ports.tcp })
  const tcp: Endpoint = { port: ports.tcp }
  for (const session of offlineSessions) {
    const client = createClient(tcp, { ...session, sessionExpiry: 2 * day })
    await client.connect()
    client.close()
  }
  const always = [...services, ...slowConsumers]
  const others = [...machines(), ...doors(count)]
  const devices = [...always, ...others.slice(0, Math.max(0, count - always.length - offlineSessions.length))]
  const clients = devices.map((device) => createClient(toEndpoint(device), device))
  for (let index = 0; index < clients.length && !signal.aborted; index += connectTogether)
    await Promise.all(clients.slice(index, index + connectTogether).map((client) => client.connect('reconnect')))

  const timers = [pingAll(clients), ...misbehave(tcp)]
  return {
    clients: new Map(clients.map((client) => [client.clientId, client])),
    close() {
      for (const timer of timers) clearInterval(timer)
      for (const client of clients) client.drop()
    },
  }
}

const as = (username: keyof typeof mqttUsers) => ({ username, password: mqttUsers[username] })

const services: readonly Device[] = [
  {
    clientId: 'historian',
    ...as('service'),
    subscriptions: [
      ['plant/#', 0],
      ['energy/#', 0],
    ],
  },
  {
    clientId: 'digital-twin',
    ...as('service'),
    subscriptions: [
      ['plant/#', 0],
      ['fleet/#', 0],
      ['warehouse/#', 0],
    ],
  },
  ...[1, 2, 3, 4].map(
    (index): Device => ({
      clientId: `analytics-worker-0${index}`,
      ...as('service'),
      subscriptions: [['$share/analytics/plant/#', 0]],
    }),
  ),
  {
    clientId: 'alerting',
    ...as('service'),
    subscriptions: [
      ['plant/+/+/temperature', 1],
      ['plant/+/+/vibration', 0],
      ['alerts/#', 1],
    ],
  },
  {
    clientId: 'mes-connector',
    ...as('service'),
    subscriptions: [
      ['plant/+/+/state', 1],
      ['orders/#', 1],
      ['hq/#', 0],
    ],
  },
  {
    clientId: 'maintenance-planner',
    ...as('service'),
    subscriptions: [
      ['plant/+/+/vibration', 0],
      ['alerts/maintenance', 1],
    ],
  },
  { clientId: 'energy-dashboard', ...as('service'), subscriptions: [['energy/#', 0]] },
  {
    clientId: 'wms-connector',
    ...as('service'),
    subscriptions: [
      ['warehouse/#', 1],
      ['fleet/+/position', 0],
    ],
  },
  ...halls.flatMap((hall) =>
    [1, 2].map(
      (index): Device => ({
        clientId: `display-${hall}-0${index}`,
        ...as('service'),
        subscriptions: [[`plant/${hall}/#`, 0]],
      }),
    ),
  ),
]

/** They acknowledge at most 5 messages per delay, and more arrive. */
const slowConsumers: readonly Device[] = [
  { clientId: 'billing-export-01', ackDelayMs: 1_500 },
  { clientId: 'legacy-scada-02', ackDelayMs: 2_500 },
  { clientId: 'backup-archiver-03', ackDelayMs: 4_000 },
].map((one) => ({
  ...one,
  ...as('service'),
  receiveMaximum: 5,
  sessionExpiry: 3_600,
  subscriptions: [['plant/+/+/temperature', 1]],
}))

/** Sessions without a connection. The first five receive more than their queues hold. */
const offlineSessions: readonly Device[] = [
  ...[
    'shift-report-printer',
    'erp-nightly-sync',
    'tablet-maintenance-04',
    'quality-lab-import',
    'backup-site-mirror',
  ].map((clientId): Device => ({ clientId, ...as('service'), subscriptions: [['plant/hall-a/+/temperature', 1]] })),
  ...[5, 6, 7, 8, 9, 10, 11].map(
    (index): Device => ({
      clientId: `phone-technician-${String(index).padStart(2, '0')}`,
      ...as('mobile'),
      subscriptions: [['notify/technicians', 1]],
    }),
  ),
]

const number = (value: number, digits = 2) => String(value).padStart(digits, '0')

/** Machines, vehicles and people, mixed so that a small fleet has some of each. */
function machines(): readonly Device[] {
  const sensors = halls.flatMap((hall) =>
    lines.flatMap((line) =>
      ['temperature', 'vibration', 'humidity', 'state'].map(
        (kind): Device => ({
          clientId: `${kind}-sensor-${hall}-${line}`,
          ...as('sensor'),
        }),
      ),
    ),
  )
  const meters = list(6, (index): Device => ({ clientId: `energy-meter-${index}`, ...as('sensor') }))
  const forklifts = list(
    12,
    (index): Device => ({
      clientId: `forklift-${number(index)}`,
      ...as('vehicle'),
      sessionExpiry: 600,
      will: { topic: `fleet/forklift-${number(index)}/lost`, payload: '{}' },
    }),
  )
  const gateways = list(6, (index): Device => {
    const clientId = `gateway-${halls[index % 3]}-${index <= 3 ? 'east' : 'west'}`
    return { clientId, username: clientId, password: gatewayToken(clientId), subscriptions: [['commands/#', 1]] }
  })
  const controllers = list(
    12,
    (index): Device => ({
      clientId: `plc-press-${number(index)}`,
      ...as('plc'),
      version: 4,
      subscriptions: [[`commands/plc-press-${number(index)}/+`, 1]],
    }),
  )
  const phones = list(
    40,
    (index): Device => ({
      clientId: `phone-${['anna-k', 'ben-o', 'chiara-r', 'dmitri-v', 'li-w', 'maria-s', 'tom-b', 'yuki-t'][index % 8]}-${number(index)}`,
      ...as('mobile'),
      tls: true,
      sessionExpiry: 3_600,
      subscriptions: [
        ['notify/#', 1],
        [`plant/${halls[index % 3]}/${lines[index % 4]}/state`, 0],
      ],
    }),
  )
  const contractors = list(
    4,
    (index): Device => ({
      clientId: `contractor-tablet-${number(index)}`,
      username: `contractor-${number(index)}`,
      password: 'by-http',
      subscriptions: [['plant/hall-c/#', 0]],
    }),
  )
  return mix([sensors, meters, forklifts, gateways, controllers, phones, contractors])
}

function doors(count: number): readonly Device[] {
  return list(
    count,
    (index): Device => ({
      clientId: `door-sensor-warehouse-${index % 2 === 0 ? 'north' : 'south'}-${number(Math.ceil(index / 2), 4)}`,
      ...as('sensor'),
    }),
  )
}

const list = <T>(length: number, create: (index: number) => T): readonly T[] =>
  Array.from({ length }, (_, index) => create(index + 1))

/** Takes from all lists in proportion to their lengths. */
function mix<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return lists
    .flatMap((items) => items.map((item, index) => ({ item, position: index / items.length })))
    .sort((a, b) => a.position - b.position)
    .map(({ item }) => item)
}

function pingAll(clients: readonly MqttClient[]): NodeJS.Timeout {
  let next = 0
  return setInterval(() => {
    const end = next + Math.ceil((clients.length * 2) / keepAlive)
    for (const client of clients.slice(next, end)) if (client.isConnected()) client.ping()
    next = end < clients.length ? end : 0
  }, 1_000)
}

/** Clients that the broker rejects, and clients that reconnect all the time. */
function misbehave(tcp: Endpoint): readonly NodeJS.Timeout[] {
  const attempt = (clientId: string, login: { username: string; password: string }, seconds: number, stayMs = 0) =>
    setInterval(async () => {
      const client = createClient(tcp, { clientId, ...login })
      await client.connect()
      setTimeout(client.drop, stayMs)
    }, seconds * 1_000)
  return [
    attempt('legacy-logger-02', { username: 'sensor', password: 'from-2019' }, 7),
    attempt('unknown-camera-ip55', { username: 'guest', password: 'guest' }, 11),
    attempt('phone-former-employee', { username: 'former-contractor', password: 'x' }, 23),
    // Often enough for a ban by flapping detection.
    attempt('vibration-sensor-pump-07', as('sensor'), 4, 1_500),
    attempt('forklift-charging-09', as('vehicle'), 9, 4_000),
  ]
}
