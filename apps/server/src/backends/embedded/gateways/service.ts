import { isDeepStrictEqual } from 'node:util'
import { ListenerError } from '@mqdeck/broker'
import {
  createGateways,
  type GatewayListenerSettings,
  type GatewaySettings,
  type Gateways,
  gatewayListenerId,
} from '@mqdeck/gateways'
import { gatewayManifests } from '@mqdeck/gateways/catalog'
import { runSteps, SettingsError, type Step } from '@mqdeck/kit'
import type { Connection } from '../../../broker-config/configuration.ts'
import { withFolder } from '../../../broker-config/folder-variables.ts'
import type { StoredGateway, StoredListenerPlain } from '../../../broker-config/gateways.ts'
import type { RootPlain } from '../../../broker-config/roots.ts'
import type { BrokerContext } from '../broker-context.ts'
import { invalid, requireFewer } from '../root-checks.ts'
import { chainsOf, createGatewayChains, type GatewayChains } from './chains.ts'

/** Per gateway and type. */
const maxListeners = 256

/** The gateways of the broker with their authenticators. */
export interface GatewayService {
  readonly gateways: Gateways
  readonly chains: GatewayChains
  readonly root: Connection<'gateway'>
  /** Starts an enabled gateway that could not start before. Rejects with a refusal that names the field. */
  retry(name: string): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

export function createGatewayService(context: BrokerContext): GatewayService {
  const { broker, clock, log, store, folder, configuration, settings, failures } = context
  /** Address of listeners and servers that have only a port. */
  const { bind } = settings
  const chains = createGatewayChains({ store, clock, log, folder })
  const gateways = createGateways({
    broker,
    clock,
    log,
    bindHost: bind,
    datagramRate: settings['gateways.datagram_rate'],
    authenticate: chains.authenticate,
  })
  const resolveFailures = () =>
    failures.resolve((part) => part.startsWith('gateway:') && isInOrder(gateways, part.slice('gateway:'.length)))
  const toLoaded = (root: RootPlain<'gateway'>) => loadedOf(withFolder(root, folder), bind)

  return {
    gateways,
    chains,
    root: {
      check: (next) => {
        for (const [name, gateway] of Object.entries(next))
          for (const [type, some] of Object.entries(gateway?.listeners ?? {}))
            requireFewer(`gateway.${name}.listeners.${type}`, some, maxListeners)
      },
      async apply(next, previous) {
        await runSteps([
          ...chainSteps(chains, withFolder(previous, folder), withFolder(next, folder)),
          ...gatewaySteps(gateways, toLoaded(previous), toLoaded(next)),
        ])
        resolveFailures()
      },
      settled: () => chains.tidy(),
    },
    async retry(name) {
      const gateway = gateways.get(name)
      if (gateway && !gateway.running) await naming(name, gateway.start())
      resolveFailures()
    },
    async start() {
      const root = configuration.plain('gateway')
      await chains.start(chainsOf(withFolder(root, folder)))
      for (const { name, settings, listeners } of toLoaded(root).values())
        await gateways
          .load(name, settings, listeners, { keep: true })
          .catch((error: unknown) => failures.add(`gateway:${name}`, error))
    },
    async stop() {
      await gateways.stop()
      await chains.stop()
    },
  }
}

const isInOrder = (gateways: Gateways, name: string) => gateways.get(name)?.running !== undefined || !gateways.get(name)

/** A gateway in the format of the engine. */
interface Loaded {
  readonly name: string
  readonly settings: GatewaySettings
  readonly listeners: readonly GatewayListenerSettings[]
}

function loadedOf(root: RootPlain<'gateway'>, bind: string): ReadonlyMap<string, Loaded> {
  const found = gatewayManifests.flatMap(({ name }) => {
    const gateway = root[name]
    if (!gateway) return []
    const { listeners, authentication: _, ...settings } = gateway
    // The struct of the gateway has validated them; all gateways have these fields.
    return [
      [
        name,
        { name, settings: settings as unknown as GatewaySettings, listeners: listenersOf(listeners, bind) },
      ] as const,
    ]
  })
  return new Map(found)
}

function listenersOf(
  byType: StoredGateway<StoredListenerPlain>['listeners'],
  host: string,
): readonly GatewayListenerSettings[] {
  return Object.entries(byType).flatMap(([type, some]) =>
    Object.entries(some).map(([name, { authentication: _, max_conn_rate: amount, bind, ...settings }]) => ({
      ...settings,
      type: type as GatewayListenerSettings['type'], // a transport of this gateway
      name,
      bind: { ...bind, host: bind.host ?? host },
      max_conn_rate: { amount, per: 1000 },
    })),
  )
}

function chainSteps(
  chains: GatewayChains,
  previous: RootPlain<'gateway'>,
  next: RootPlain<'gateway'>,
): readonly Step[] {
  const [before, after] = [chainsOf(previous), chainsOf(next)]
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names]
    .filter((name) => !isDeepStrictEqual(before.get(name), after.get(name)))
    .map((name) => ({
      run: () => chains.replace(name, after.get(name)),
      undo: () => chains.replace(name, before.get(name)),
    }))
}

function gatewaySteps(
  gateways: Gateways,
  previous: ReadonlyMap<string, Loaded>,
  next: ReadonlyMap<string, Loaded>,
): readonly Step[] {
  return gatewayManifests.flatMap(({ name }): readonly Step[] => {
    const [before, after] = [previous.get(name), next.get(name)]
    if (isDeepStrictEqual(before, after)) return []
    const load = (one: Loaded) => naming(name, gateways.load(name, one.settings, one.listeners))
    const unload = () => gateways.unload(name)
    if (!before) return after ? [{ run: () => load(after), undo: unload }] : []
    if (!after) return [{ run: unload, undo: () => load(before) }]
    return changeSteps(gateways, before, after)
  })
}

function changeSteps(gateways: Gateways, before: Loaded, after: Loaded): readonly Step[] {
  const { name } = before
  const gateway = () => {
    const found = gateways.get(name)
    if (!found) throw new Error(`the gateway ${name} is not loaded`)
    return found
  }
  const idOf = (one: GatewayListenerSettings) => gatewayListenerId(name, one)
  const find = (some: readonly GatewayListenerSettings[], id: string) => some.find((one) => idOf(one) === id)
  const add = (one: GatewayListenerSettings) => naming(name, gateway().addListener(one))
  const remove = (one: GatewayListenerSettings) => gateway().removeListener(idOf(one))
  const update = (one: GatewayListenerSettings) => naming(name, gateway().updateListener(one))
  const set = (settings: GatewaySettings) => naming(name, gateway().update(settings))
  const enable = (isEnabled: boolean) => naming(name, isEnabled ? gateway().start() : gateway().stop())
  const [was, is] = [before.settings.enable, after.settings.enable]
  const running: Step = { run: () => enable(is), undo: () => enable(was) }
  return [
    ...(was && !is ? [running] : []),
    // First, because other listeners may need their ports.
    ...before.listeners
      .filter((one) => !find(after.listeners, idOf(one)))
      .map((one) => ({ run: () => remove(one), undo: () => add(one) })),
    ...(isDeepStrictEqual(before.settings, after.settings)
      ? []
      : [{ run: () => set(after.settings), undo: () => set(before.settings) }]),
    ...after.listeners.flatMap((one): readonly Step[] => {
      const old = find(before.listeners, idOf(one))
      if (!old) return [{ run: () => add(one), undo: () => remove(one) }]
      if (isDeepStrictEqual(old, one)) return []
      return [{ run: () => update(one), undo: () => update(old) }]
    }),
    ...(!was && is ? [running] : []),
  ]
}

/** Errors of the engine with the path from the root of the configuration. */
async function naming<T>(gateway: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw toRefusal(gateway, error)
  }
}

function toRefusal(gateway: string, error: unknown): unknown {
  if (error instanceof ListenerError) {
    const [type, name] = error.id.split(':').slice(-2)
    return invalid(`gateway.${gateway}.listeners.${type}.${name}.${error.path}`, error.reason, undefined)
  }
  if (error instanceof SettingsError) return invalid(`gateway.${gateway}.${error.field}`, error.message, undefined)
  return error
}
