import { isRecord } from '@mqdeck/contract'
import { cheapPasswordCost, connectMqttJs, createTempFolder, eventually, type MqttJsClient } from '@mqdeck/testkit'
import { type RunningServer, startServer } from 'mqdeck'
import { getJson, login } from './calls.ts'
import { mayChange, remote, remoteMqtt } from './remote.ts'
import { connectTarget } from './remote-target.ts'

export interface Target {
  /** `http://127.0.0.1:1234` */
  readonly url: string
  /** Token of the first user. */
  readonly token: string
  /** Replaces the ports in a recorded request with those of this node. A port that was in use is in use here. */
  toOwn(text: string): string
  /** The reverse, for responses. */
  toRecorded(text: string): string
  stop(): Promise<void>
}

/** The cluster in `TARGET`, or a new MQDeck node. */
export const openTarget = (): Promise<Target> => (remote === undefined ? startTarget() : connectTarget(remote))

/** The same with the clients of the recorded conversation, if they can connect. */
export async function openSeededTarget(): Promise<Target> {
  if (remote === undefined) return startSeededTarget()
  const target = await connectTarget(remote)
  if (remoteMqtt === undefined || !mayChange) return target
  const [host = '', port] = remoteMqtt.split(':')
  const isGone = async () => {
    const row = await getJson(target, '/clients/off-d')
    return isRecord(row) && row.connected === false
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

/** Removes what the clients and their messages leave behind. */
async function forget({ url, token }: Target, [{ client } = noClient()]: readonly MqttJsClient[]): Promise<void> {
  for (const n of [0, 1, 2]) await client.publishAsync(`retained/${n}`, '', { qos: 1, retain: true })
  for (const path of ['/clients/off-d', '/clients/dev-b', '/mqtt/delayed/messages/dl%2F1'])
    await fetch(`${url}/api/v5${path}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })
}

function noClient(): never {
  throw new Error('the conversation has clients')
}

/** A new, empty MQDeck node with the name of the recorded one. */
export async function startTarget(): Promise<Target & { readonly server: RunningServer; readonly folder: string }> {
  const folder = await createTempFolder()
  const server = await startServer({
    passwordCost: cheapPasswordCost,
    settings: {
      data_dir: folder.path,
      node_name: 'emqx@127.0.0.1',
      'dashboard.port': 0,
      'listeners.tcp.port': 0,
      'listeners.ssl.port': 0,
      'listeners.ws.port': 0,
      'listeners.wss.port': 0,
    },
    // As on the recorded node, whose console was disabled.
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
  const toOwn = (text: string) => text.replaceAll(recordedBind, own).replaceAll(recordedPorts, '127.0.0.1:0')
  const toRecorded = (text: string) => text.replaceAll(own, recordedBind)
  try {
    const url = server.urls.dashboard
    return { server, folder: folder.path, url, token: await login(url), toOwn, toRecorded, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Other listeners of the recorded node: MQTT, STOMP, MQTT-SN, CoAP and LwM2M. */
const recordedPorts = /127\.0\.0\.1:(?:11883|61613|1884|5683|5783)\b/g

/** Address for clients of the recorded node. */
const recordedBind = '127.0.0.1:1883'

/**
 * A node with the clients of the recorded conversation. The two `m12bd61c44` clients belong to an MQTT connector there
 * and are plain clients here. `off-d` disconnected without DISCONNECT and has seven queued messages.
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

/** @param isGone whether the broker has noticed that `off-d` disconnected */
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
