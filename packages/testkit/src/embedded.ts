import {
  type Broker,
  type BrokerOptions,
  createBroker,
  createHooks,
  type HookRegistry,
  type ListenerType,
  type MqttSettings,
} from '@mqdeck/broker'
import { openStore, type Store, silentLog, systemClock } from '@mqdeck/kit'
import { type ListenerChanges, listenerWith } from './listeners.ts'
import type { Endpoint } from './transport.ts'
import { zoneWith } from './zones.ts'

export interface EmbeddedOptions extends Partial<Omit<BrokerOptions, 'listeners' | 'store' | 'hooks'>> {
  /** Settings of the zone `default` that differ from the defaults. */
  readonly settings?: Partial<MqttSettings>
  /** Folder of the database. Without it, data is in memory only. */
  readonly folder?: string
  /** Additional settings of all four listeners, for instance a mountpoint. */
  readonly listener?: ListenerChanges
}

export interface EmbeddedBroker {
  readonly broker: Broker
  readonly hooks: HookRegistry
  /** Store of the folder, for other components that use it. */
  readonly store: Store | undefined
  /** Address of a listener. Default: tcp. */
  endpoint(transport?: keyof typeof listenerTypes): Endpoint
  /** Stops it and closes its database. */
  stop(): Promise<void>
}

const listenerTypes = { tcp: 'tcp', tls: 'ssl', ws: 'ws', wss: 'wss' } as const satisfies Record<string, ListenerType>

/** The MQDeck broker in this process, with listeners of all four types on free ports of 127.0.0.1. */
export async function startEmbedded({
  folder,
  listener,
  settings,
  ...options
}: EmbeddedOptions = {}): Promise<EmbeddedBroker> {
  const log = options.log ?? silentLog
  const hooks = createHooks(log)
  const store = folder === undefined ? undefined : openStore(folder)
  const broker = createBroker({
    node: 'mqdeck@127.0.0.1',
    clock: systemClock,
    ...(settings && { zones: { default: zoneWith(settings) } }),
    ...options,
    log,
    hooks,
    ...(store && { store }),
    listeners: await Promise.all(Object.values(listenerTypes).map((type) => listenerWith(type, listener))),
  })
  const [failure] = await broker.start()
  if (failure) throw failure
  return {
    broker,
    hooks,
    store,
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
