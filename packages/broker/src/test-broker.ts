import { type Clock, type Log, type Store, silentLog, systemClock } from '@mqdeck/kit'
import { type Endpoint, type ListenerChanges, listenerWith } from '@mqdeck/testkit'
import { type BrokerOptions, createBroker } from './broker.ts'
import { createHooks, type HookRegistry } from './create-hooks.ts'
import { defaultMqttSettings, defaultZoneSettings, type MqttSettings, type ZoneSettings } from './settings.ts'
import type { Broker, ListenerType } from './types.ts'

type StreamType = Exclude<ListenerType, 'quic'>

export interface TestBroker {
  readonly broker: Broker
  readonly hooks: HookRegistry
  /** Errors that were logged. */
  readonly errors: readonly string[]
  endpoint(type?: StreamType): Endpoint
}

interface TestBrokerOptions extends Pick<BrokerOptions, 'retained' | 'cluster' | 'trustedProxies' | 'allowedHosts'> {
  /** Settings of the zone `default` that differ from the defaults. */
  readonly settings?: Partial<MqttSettings>
  readonly zones?: Readonly<Record<string, ZoneSettings>>
  readonly store?: Store
  readonly clock?: Clock
  readonly types?: readonly StreamType[]
  /** Settings of all listeners that differ from the defaults. */
  readonly listener?: ListenerChanges
  /** Receives all log entries except errors. */
  readonly log?: Log
}

/** Starts a broker of this package alone, on free ports of 127.0.0.1. */
export async function startTestBroker({
  types = ['tcp'],
  clock = systemClock,
  settings = {},
  zones = {},
  retained,
  store,
  cluster,
  listener = {},
  trustedProxies,
  allowedHosts,
  log: below = silentLog,
}: TestBrokerOptions = {}): Promise<TestBroker> {
  const errors: string[] = []
  const log: Log = { ...below, error: (fields, message) => errors.push(`${message} ${JSON.stringify(fields)}`) }
  const hooks = createHooks(log)
  const listeners = await Promise.all(types.map((type) => listenerWith(type, listener)))
  const broker = createBroker({
    node: 'test@127.0.0.1',
    zones: { default: { ...defaultZoneSettings, mqtt: { ...defaultMqttSettings, ...settings } }, ...zones },
    ...(retained && { retained }),
    ...(trustedProxies && { trustedProxies }),
    ...(allowedHosts && { allowedHosts }),
    listeners,
    clock,
    log,
    hooks,
    ...(store && { store }),
    ...(cluster && { cluster }),
  })
  const [failure] = await broker.start()
  if (failure) throw failure
  return {
    broker,
    hooks,
    errors,
    endpoint: (type = 'tcp') => {
      const port = broker.listeners().find((one) => one.type === type)?.boundPort ?? 0
      return { host: '127.0.0.1', port, transport: type === 'ssl' ? 'tls' : type }
    },
  }
}
