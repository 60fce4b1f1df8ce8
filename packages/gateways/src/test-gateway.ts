import { type AuthenticateResult, type Broker, createBroker, createHooks, defaultZoneSettings } from '@mqdeck/broker'
import { type Log, silentLog, systemClock } from '@mqdeck/kit'
import { connectMqttJs, listenerWith, type MqttJsClient } from '@mqdeck/testkit'
import { onTestFinished } from 'vitest'
import { createGateway, type Gateway } from './engine/gateway.ts'
import type { GatewayListenerSettings } from './engine/listener-settings.ts'
import type { GatewayManifest, GatewayRuntime } from './port.ts'

/** For tests: a gateway with its listeners on a real broker, which has an MQTT listener as well. Ends with the test. */
export interface TestGateway {
  readonly broker: Broker
  readonly gateway: Gateway
  /** Port of the gateway's listener. */
  readonly port: number
  /** Errors that were logged. */
  readonly errors: readonly string[]
  mqtt(): Promise<MqttJsClient>
}

export interface TestGatewayOptions {
  readonly settings?: Readonly<Record<string, unknown>>
  readonly listener?: Partial<GatewayListenerSettings>
  readonly authenticate?: (username: string | undefined, password: string) => AuthenticateResult
  /** Whether clients may use a topic. */
  readonly authorize?: (topic: string) => boolean
}

export async function startTestGateway(
  manifest: GatewayManifest,
  runtime: GatewayRuntime<never>,
  {
    settings = {},
    listener = {},
    authenticate = () => ({ result: 'ignore' }),
    authorize = () => true,
  }: TestGatewayOptions = {},
): Promise<TestGateway> {
  const errors: string[] = []
  const log: Log = { ...silentLog, error: (fields, event) => void errors.push(`${event} ${JSON.stringify(fields)}`) }
  const hooks = createHooks(log)
  hooks.fold('client.authorize', (decision, _, { topic }) => (authorize(topic) ? decision : 'deny'))
  const broker = createBroker({
    node: 'mqdeck@127.0.0.1',
    zones: { default: defaultZoneSettings },
    listeners: [await listenerWith('tcp', {})],
    clock: systemClock,
    log,
    hooks,
  })
  await broker.start()
  const gateway = createGateway(
    manifest,
    runtime,
    { enable: true, enable_stats: true, idle_timeout: 30_000, mountpoint: '', ...settings },
    [
      {
        type: 'tcp',
        name: 'default',
        enable: true,
        bind: { host: '127.0.0.1', port: 0 },
        max_connections: 1000,
        max_conn_rate: undefined,
        access_rules: [],
        enable_authn: true,
        ...listener,
      },
    ],
    {
      broker,
      clock: systemClock,
      log,
      authenticate: (_, { username }, { password }) => authenticate(username, Buffer.from(password ?? []).toString()),
    },
  )
  onTestFinished(async () => {
    await gateway.stop()
    await broker.stop()
  })
  await gateway.start()
  return {
    broker,
    gateway,
    errors,
    port: gateway.listeners[0]?.boundPort ?? 0,
    async mqtt() {
      const client = await connectMqttJs({ host: '127.0.0.1', port: broker.listeners()[0]?.boundPort ?? 0 })
      onTestFinished(() => client.end())
      return client
    },
  }
}
