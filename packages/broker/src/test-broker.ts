import { type Clock, type Log, type Store, silentLog, systemClock } from '@mqdeck/kit'
import { type Endpoint, testCertificate } from '@mqdeck/testkit'
import { type BrokerOptions, createBroker } from './broker.ts'
import { createHooks, type HookRegistry } from './create-hooks.ts'
import type { Broker, ListenerSettings, ListenerType } from './types.ts'

export interface TestBroker {
  readonly broker: Broker
  readonly hooks: HookRegistry
  /** Errors that were logged. */
  readonly errors: readonly string[]
  endpoint(type?: ListenerType): Endpoint
}

interface TestBrokerOptions extends Pick<BrokerOptions, 'settings'> {
  readonly store?: Store
  readonly clock?: Clock
  readonly types?: readonly ListenerType[]
  readonly listener?: Partial<ListenerSettings>
}

/** A broker of this package alone, on free ports of 127.0.0.1. */
export async function startTestBroker({
  types = ['tcp'],
  clock = systemClock,
  settings = {},
  store,
  listener = {},
}: TestBrokerOptions = {}): Promise<TestBroker> {
  const errors: string[] = []
  const log: Log = { ...silentLog, error: (fields, message) => errors.push(`${message} ${JSON.stringify(fields)}`) }
  const hooks = createHooks(log)
  const listeners = await Promise.all(types.map((type) => listenerOf(type, listener)))
  const broker = createBroker({
    node: 'test@127.0.0.1',
    settings,
    listeners,
    clock,
    log,
    hooks,
    ...(store && { store }),
  })
  await broker.start()
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

async function listenerOf(type: ListenerType, changes: Partial<ListenerSettings>): Promise<ListenerSettings> {
  return {
    id: `${type}:default`,
    type,
    host: '127.0.0.1',
    port: 0,
    maxConnections: 10_000,
    mountpoint: undefined,
    enableAuthn: true,
    zone: 'default',
    ...(type === 'ssl' || type === 'wss' ? { tls: await testCertificate() } : {}),
    ...changes,
  }
}
