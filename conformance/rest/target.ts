import { connectMqttJs, createTempFolder, eventually, isObject, type MqttJsClient } from '@mqdeck/testkit'
import { type RunningServer, startServer } from 'mqdeck'
import { getJson, login } from './calls.ts'
import { mayChange, remote, remoteMqtt } from './remote.ts'
import { connectTarget } from './remote-target.ts'

export interface Target {
  /** `http://127.0.0.1:1234` */
  readonly url: string
  /** Of the first user. */
  readonly token: string
  /** The text of a recorded request with the ports of this node: the one that was in use there is in use here. */
  toOwn(text: string): string
  /** The other way round, for answers. */
  toRecorded(text: string): string
  stop(): Promise<void>
}

/** The cluster that `TARGET` names, or a new node of ours. */
export const openTarget = (): Promise<Target> => (remote === undefined ? startTarget() : connectTarget(remote))

/** The same with the clients of the recorded conversation, where they can be connected. */
export async function openSeededTarget(): Promise<Target> {
  if (remote === undefined) return startSeededTarget()
  const target = await connectTarget(remote)
  if (remoteMqtt === undefined || !mayChange) return target
  const [host = '', port] = remoteMqtt.split(':')
  const isGone = async () => {
    const row = await getJson(target, '/clients/off-d')
    return isObject(row) && row.connected === false
  }
  const clients = await connectClients({ host, port: Number(port ?? 1883) }, isGone)
  const connected = withClients(target, clients)
  return {
    ...connected,
    stop: async () => {
      await forget(target, clients)
      await connected.stop()
    },
  }
}

/** Takes back what the clients and their messages would leave behind. */
async function forget({ url, token }: Target, [{ client } = noClient()]: readonly MqttJsClient[]): Promise<void> {
  for (const n of [0, 1, 2]) await client.publishAsync(`retained/${n}`, '', { qos: 1, retain: true })
  for (const path of ['/clients/off-d', '/clients/dev-b', '/mqtt/delayed/messages/dl%2F1'])
    await fetch(`${url}/api/v5${path}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
}

function noClient(): never {
  throw new Error('the conversation has clients')
}

/** A new node of ours under the name of the recorded one, with nothing in it. */
export async function startTarget(): Promise<Target & { readonly server: RunningServer }> {
  const folder = await createTempFolder()
  const server = await startServer({
    settings: {
      data_dir: folder.path,
      node_name: 'emqx@127.0.0.1',
      'dashboard.port': 0,
      'listeners.tcp.port': 0,
      'listeners.ssl.port': 0,
      'listeners.ws.port': 0,
      'listeners.wss.port': 0,
    },
    // As the recorded node was: its console was off.
    overrides: [
      { path: ['log', 'console', 'enable'], value: false, source: 'the test' },
      { path: ['log', 'console', 'level'], value: 'warning', source: 'the test' },
    ],
  }).catch(async (error: unknown) => {
    await folder.remove()
    throw error
  })
  const stop = async () => {
    await server.stop()
    await folder.remove()
  }
  const own = `127.0.0.1:${server.ports.tcp}`
  const toOwn = (text: string) => text.replaceAll(recordedBind, own).replaceAll('127.0.0.1:11883', '127.0.0.1:0')
  const toRecorded = (text: string) => text.replaceAll(own, recordedBind)
  try {
    return { server, url: server.urls.dashboard, token: await login(server.urls.dashboard), toOwn, toRecorded, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Where the recorded node took its clients. */
const recordedBind = '127.0.0.1:1883'

/**
 * A node with the clients of the recorded conversation. The two `m12bd61c44` ones are those of an MQTT connector there; here
 * they are plain clients. `off-d` went away without a DISCONNECT and has seven messages waiting.
 */
async function startSeededTarget(): Promise<Target> {
  const target = await startTarget()
  const { ports, broker } = target.server
  const endpoint = { host: '127.0.0.1', port: ports.tcp ?? 0 }
  const connecting = connectClients(endpoint, async () => broker.client('off-d')?.connected === false)
  const clients = await connecting.catch(async (error: unknown) => {
    await target.stop()
    throw error
  })
  return withClients(target, clients)
}

function withClients(target: Target, clients: readonly MqttJsClient[]): Target {
  return {
    ...target,
    stop: async () => {
      await Promise.all(clients.map((client) => client.end()))
      await target.stop()
    },
  }
}

/** @param isGone whether the broker has noticed that `off-d` went */
async function connectClients(
  endpoint: { readonly host: string; readonly port: number },
  isGone: () => Promise<boolean>,
): Promise<readonly MqttJsClient[]> {
  const version4 = { protocolVersion: 4, keepalive: 60 } as const
  const kept = { clean: false, keepalive: 60, properties: { sessionExpiryInterval: 7200 } }
  const connector = { username: 'u', keepalive: 160 }

  const a = await connectMqttJs(endpoint, { ...version4, clientId: 'dev-a' })
  await a.client.subscribeAsync({ 't/#': { qos: 1 }, '$share/g1/shared/+': { qos: 0 } })
  const b = await connectMqttJs(endpoint, { ...kept, clientId: 'dev-b' })
  await b.client.subscribeAsync({ 't/b': { qos: 0 }, 'cmd/dev-b': { qos: 2 } })
  const off = await connectMqttJs(endpoint, { ...kept, clientId: 'off-d' })
  await off.client.subscribeAsync({ 'off/#': { qos: 1 } })
  off.client.stream.destroy()
  await eventually(isGone, () => 'off-d is still connected')
  const c = await connectMqttJs(endpoint, { ...version4, clientId: 'pub-c' })
  for (const n of [0, 1, 2]) await c.client.publishAsync(`retained/${n}`, `{"v":${n}}`, { qos: 0, retain: true })
  for (let n = 0; n < 7; n++) await c.client.publishAsync('off/1', `queued ${n}`, { qos: 1 })
  const first = await connectMqttJs(endpoint, { ...connector, clientId: 'm12bd61c44:1' })
  await first.client.subscribeAsync({ 't/a': { qos: 1 } })
  const second = await connectMqttJs(endpoint, { ...connector, clientId: 'm12bd61c44:2' })
  return [a, b, c, first, second]
}
