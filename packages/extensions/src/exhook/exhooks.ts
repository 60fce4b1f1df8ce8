import { isDeepStrictEqual } from 'node:util'
import type { AuthorizeAction, ClientInfo, Hooks } from '@mqdeck/broker'
import type { Clock, Log } from '@mqdeck/kit'
import { createBrokerHooks } from './broker-hooks.ts'
import type { ExHookVersion } from './definition.ts'
import { authorize } from './folds.ts'
import { createServerMetrics, type HookMetrics, type ServerMetrics } from './hook-metrics.ts'
import { type ChosenHook, loadProvider, readCredentials, unloadProvider } from './load-provider.ts'
import { loadProtocol } from './protocol.ts'
import type { BrokerIdentity } from './requests.ts'
import { createExHookServer, type ExHookServer, type ServerState } from './server.ts'
import type { ExHookSettings } from './settings.ts'

/** The state of a server on this node. */
export interface ExHookView extends ServerState {
  readonly name: string
  readonly hooks: readonly (ChosenHook & { readonly metrics: HookMetrics })[]
  readonly metrics: HookMetrics
}

/** A server's answer to a test. */
export interface ExHookTestResult {
  readonly version: ExHookVersion
  readonly hooks: readonly ChosenHook[]
  /** Milliseconds. */
  readonly took: number
}

export interface ExHooks {
  /**
   * Rejects clients for new servers until they have been loaded, before `update` starts them. Returns a function that undoes it if
   * the servers are not used.
   */
  announce(settings: readonly ExHookSettings[]): () => void
  /**
   * Servers in the order in which they are called. A server with other settings is loaded again; metrics are kept by
   * name. Resolves when the attempts to connect are over, or take longer than some seconds.
   */
  update(settings: readonly ExHookSettings[]): Promise<void>
  /** Unloads and loads a server, even if its settings are the same. */
  reload(name: string): Promise<void>
  /** In the order in which they are called. */
  list(): readonly ExHookView[]
  get(name: string): ExHookView | undefined
  /** Asks the servers about an action that no source decided. Undefined if no server wants to be asked. */
  authorize(
    client: ClientInfo,
    action: AuthorizeAction,
    noMatch: 'allow' | 'deny',
  ): Promise<'allow' | 'deny' | 'failed' | undefined> | undefined
  /** @throws {SettingsError} (rejects) that names the field with a certificate that cannot be used */
  checkTls(settings: ExHookSettings): Promise<void>
  /** Connects once without keeping anything. Rejects with the reason of a failure. */
  test(settings: ExHookSettings): Promise<ExHookTestResult>
  stop(): Promise<void>
}

export interface ExHooksOptions {
  readonly hooks: Hooks
  readonly identity: BrokerIdentity
  readonly clock: Clock
  readonly log: Log
  readonly startedAt: number
  /** Folder that relative file names in settings are resolved against. */
  readonly folder: string
}

/** Milliseconds. Callers do not wait longer for a server that does not answer; the attempt continues. */
const maxWaitMs = 3000

export function createExHooks(options: ExHooksOptions): ExHooks {
  const { hooks, identity, clock } = options
  let servers: readonly ExHookServer[] = []
  const announced = new Set<ExHookServer>()
  const metrics = new Map<string, ServerMetrics>()
  const broker = createBrokerHooks({ hooks, identity, servers: () => servers })
  const named = (name: string) => servers.find(({ settings }) => settings.name === name)

  const create = (settings: ExHookSettings, before: ExHookServer | undefined) => {
    const kept = metrics.get(settings.name) ?? createServerMetrics(clock)
    metrics.set(settings.name, kept)
    const inherited = before?.hooks()
    return createExHookServer({ ...options, settings, metrics: kept, inherited, onChange: broker.update })
  }

  /** The new server takes the place of the old one immediately; its calls wait until it has answered. */
  const replace = async (next: ExHookServer, before: ExHookServer | undefined) => {
    await before?.stop(true)
    await next.start()
  }

  const atMost = (work: Promise<unknown>) =>
    new Promise<void>((resolve, reject) => {
      const cancel = clock.after(maxWaitMs, resolve)
      work.then(() => resolve(), reject).finally(cancel)
    })

  const view = (server: ExHookServer): ExHookView => ({
    name: server.settings.name,
    ...server.state(),
    hooks: (server.hooks() ?? []).map((one) => ({ ...one, metrics: server.metrics.ofHook(one.name) })),
    metrics: server.metrics.total(),
  })

  return {
    announce(wanted) {
      const added = wanted.filter(({ name }) => !named(name)).map((settings) => create(settings, undefined))
      for (const one of added) announced.add(one)
      servers = [...servers, ...added]
      broker.update()
      return () => {
        servers = servers.filter((one) => !announced.has(one))
        for (const { settings } of announced) metrics.delete(settings.name)
        announced.clear()
        broker.update()
      }
    },
    async update(wanted) {
      const before = servers
      const find = (name: string) => before.find(({ settings }) => settings.name === name)
      const works: Promise<void>[] = []
      const starts: [ExHookServer, ExHookServer | undefined][] = []
      servers = wanted.map((settings) => {
        const old = find(settings.name)
        if (old && isDeepStrictEqual(old.settings, settings)) {
          if (announced.has(old)) starts.push([old, undefined])
          return old
        }
        const next = create(settings, old)
        starts.push([next, old])
        return next
      })
      announced.clear()
      broker.update()
      for (const [next, old] of starts) works.push(replace(next, old))
      for (const old of before)
        if (!wanted.some(({ name }) => name === old.settings.name)) {
          metrics.delete(old.settings.name)
          works.push(old.stop(true))
        }
      await atMost(Promise.all(works))
    },
    async reload(name) {
      const old = named(name)
      if (!old) return
      const next = create(old.settings, old)
      servers = servers.map((one) => (one === old ? next : one))
      broker.update()
      await atMost(replace(next, old))
    },
    list: () => servers.map(view),
    get(name) {
      const found = named(name)
      return found && view(found)
    },
    authorize(client, action, noMatch) {
      const asked = servers.filter((one) => one.wants('client.authorize'))
      if (asked.length === 0) return undefined
      broker.flush(client.clientId)
      return authorize(asked, identity, client, action, noMatch)
    },
    async checkTls(settings) {
      await readCredentials(await loadProtocol(), settings, options.folder)
    },
    async test(settings) {
      const start = performance.now()
      const { provider, hooks: chosen } = await loadProvider({ ...options, settings, now: clock.now })
      const took = Math.round(performance.now() - start)
      const { version } = provider
      await unloadProvider(provider, identity, settings)
      return { version, hooks: chosen, took }
    },
    async stop() {
      await Promise.all(servers.map((one) => one.stop(true)))
      servers = []
      broker.update()
    },
  }
}
