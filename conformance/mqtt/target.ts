import {
  type ConnectOptions,
  connectRaw,
  type EmbeddedBroker,
  type EmbeddedOptions,
  type Endpoint,
  openRaw,
  type RawClient,
  startEmbedded,
} from '@mqdeck/testkit'
import { afterAll, afterEach, beforeAll } from 'vitest'

type TransportName = Exclude<NonNullable<Endpoint['transport']>, 'quic'>

/** `host:port`, or several URLs separated by commas: `mqtt://h:1883,ws://h:8083/mqtt,mqtts://h:8883`. */
const remote = process.env.CONFORMANCE_MQTT_TARGET

/** True if the broker under test is MQDeck in this process, whose settings can be changed. */
export const isEmbedded = remote === undefined

export interface Target {
  /** Opens a connection, sends CONNECT and reads CONNACK. Closed after the test. */
  connect(options?: ConnectOptions, endpoint?: Endpoint): Promise<RawClient>
  /** Opens a connection without CONNECT. Closed after the test. */
  open(version?: 3 | 4 | 5, endpoint?: Endpoint): Promise<RawClient>
  endpoint(transport?: TransportName): Endpoint
  /** Throws if the broker is not MQDeck. */
  embedded(): EmbeddedBroker
}

/** Starts a broker for this file, or uses the one in `CONFORMANCE_MQTT_TARGET`. */
export function useTarget(options: EmbeddedOptions = {}): Target {
  const clients: RawClient[] = []
  let own: EmbeddedBroker | undefined

  beforeAll(async () => {
    if (isEmbedded) own = await startEmbedded(options)
  })
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.destroy()))
  })
  afterAll(() => own?.stop())

  const embedded = () => {
    if (!own) throw new Error('Only for our own broker')
    return own
  }
  const endpoint = (transport: TransportName = 'tcp') =>
    remote === undefined ? embedded().endpoint(transport) : remoteEndpoint(remote, transport)
  const keep = (client: RawClient) => {
    clients.push(client)
    return client
  }
  return {
    embedded,
    endpoint,
    connect: async (connect, where = endpoint()) => keep(await connectRaw(where, connect)),
    open: async (version, where = endpoint()) => keep(await openRaw(where, version)),
  }
}

/** Transports that the target supports. */
export const transports: readonly TransportName[] = (['tcp', 'tls', 'ws', 'wss'] as const).filter(
  (transport) => remote === undefined || findRemote(remote, transport),
)

function remoteEndpoint(list: string, transport: TransportName): Endpoint {
  const found = findRemote(list, transport)
  if (!found) throw new Error(`CONFORMANCE_MQTT_TARGET names no ${transport} listener`)
  return found
}

function findRemote(list: string, transport: TransportName): Endpoint | undefined {
  const scheme = { tcp: 'mqtt:', tls: 'mqtts:', ws: 'ws:', wss: 'wss:' }[transport]
  return list
    .split(',')
    .map((each) => new URL(each.includes('://') ? each : `mqtt://${each}`))
    .filter(({ protocol }) => protocol === scheme)
    .map(({ hostname, port, pathname }) => ({
      host: hostname,
      port: Number(port),
      transport,
      ...(pathname.length > 1 && { path: pathname }),
    }))[0]
}
