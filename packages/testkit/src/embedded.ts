import {
  type Broker,
  type BrokerOptions,
  createBroker,
  createHooks,
  type HookRegistry,
  type ListenerSettings,
  type ListenerType,
} from '@mqdeck/broker'
import { openStore, silentLog, systemClock } from '@mqdeck/kit'
import { testCertificate } from './certificate.ts'
import type { Endpoint } from './transport.ts'

export interface EmbeddedOptions extends Partial<Omit<BrokerOptions, 'listeners' | 'store' | 'hooks'>> {
  /** Folder of the database; without it nothing survives. */
  readonly folder?: string
  /** What all four listeners have in common beyond the defaults, a mountpoint for instance. */
  readonly listener?: Partial<Omit<ListenerSettings, 'id' | 'type' | 'host' | 'port'>>
}

export interface EmbeddedBroker {
  readonly broker: Broker
  readonly hooks: HookRegistry
  /** Where it listens; tcp when nothing is said. */
  endpoint(transport?: NonNullable<Endpoint['transport']>): Endpoint
  /** Stops it and closes its database. */
  stop(): Promise<void>
}

const listenerTypes = { tcp: 'tcp', tls: 'ssl', ws: 'ws', wss: 'wss' } as const satisfies Record<string, ListenerType>

/** Our broker in this process, with listeners of all four kinds on free ports of 127.0.0.1. */
export async function startEmbedded({ folder, listener, ...options }: EmbeddedOptions = {}): Promise<EmbeddedBroker> {
  const tls = await testCertificate()
  const log = options.log ?? silentLog
  const hooks = createHooks(log)
  const store = folder === undefined ? undefined : openStore(folder)
  const broker = createBroker({
    node: 'mqdeck@127.0.0.1',
    clock: systemClock,
    ...options,
    log,
    hooks,
    ...(store && { store }),
    listeners: Object.values(listenerTypes).map((type) => ({
      id: `${type}:default`,
      type,
      host: '127.0.0.1',
      port: 0,
      maxConnections: Number.POSITIVE_INFINITY,
      mountpoint: undefined,
      enableAuthn: true,
      zone: 'default',
      ...((type === 'ws' || type === 'wss') && { path: '/mqtt' }),
      ...listener,
      ...((type === 'ssl' || type === 'wss') && { tls: { ...tls, ...listener?.tls } }),
    })),
  })
  await broker.start()
  return {
    broker,
    hooks,
    endpoint(transport = 'tcp') {
      const port = broker.listeners().find(({ type }) => type === listenerTypes[transport])?.boundPort
      if (port === undefined) throw new Error(`There is no ${transport} listener`)
      return { host: '127.0.0.1', port, transport }
    },
    async stop() {
      await broker.stop()
      await store?.close()
    },
  }
}
