import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '@mqdeck/contract'
import { inOrder } from '@mqdeck/kit'
import { type ActionInstance, createAction } from './action.ts'
import type { ActionSettings, ConnectorSettings, IntegrationKind, SourceSettings } from './catalog.ts'
import { type ConnectorInstance, createConnector, unusableType } from './connector.ts'
import { IntegrationError } from './integration-error.ts'
import type { Integrations, IntegrationsOptions } from './integrations.ts'
import type { ActionEvent, ActionObserver } from './observer.ts'
import {
  byId,
  type Configured,
  type IntegrationsSettings,
  planAction,
  planConnector,
  planSource,
  redactOf,
  unknownConnector,
} from './plan.ts'
import type { ActionRuntime, Data, IntegrationContext, SourceRuntime } from './port.ts'
import { exchangeOnce, probeChannel, probeConnector } from './probe.ts'
import { createSource, type SourceInstance } from './source.ts'
import type { IntegrationState } from './state.ts'

/** Milliseconds to send the requests in memory when the process stops. */
const shutdownGraceMs = 2_000

export function createIntegrations({ store, ...given }: IntegrationsOptions): Integrations {
  const { log } = given
  const oneByOne = inOrder()
  const connectors = new Map<string, ConnectorInstance>()
  const actions = new Map<string, ActionInstance>()
  const sources = new Map<string, SourceInstance>()
  const messageListeners = new Set<Parameters<Integrations['onMessage']>[0]>()
  const stateListeners = new Set<Parameters<Integrations['onStateChange']>[0]>()
  const observers = new Set<ActionObserver>()
  let localTopics: ReturnType<Integrations['localTopics']> = []
  /** Undefined without observers, so that no events are created. */
  let observer: ((event: ActionEvent) => void) | undefined

  const reportToAll = (event: ActionEvent) => {
    for (const one of [...observers]) one(event)
  }
  const contextOf = (name: string): IntegrationContext => ({ ...given, store, name })
  const changed = (part: IntegrationKind, id: string, state: IntegrationState | undefined) => {
    for (const listener of [...stateListeners]) listener(part, id, state)
  }

  return {
    start: (settings) => oneByOne(() => apply(settings, true)),
    update: (settings) => oneByOne(() => apply(settings, false)),
    check: (settings) => void plan(settings, false),
    state: (part, id) => mapOf(part).get(id)?.state(),
    dependants(id) {
      const names = (all: ReadonlyMap<string, { readonly settings: { readonly connector: string } }>) =>
        [...all].flatMap(([own, { settings }]) =>
          connectorId(own, settings) === id ? [own.slice(own.indexOf(':') + 1)] : [],
        )
      return { actions: names(actions), sources: names(sources) }
    },
    run: (part, id, operation) => oneByOne(() => run(part, id, operation)),
    probe,
    exchange,
    metrics: (part, id) => (part === 'action' ? actions : sources).get(id)?.metrics(),
    resetMetrics: (part, id) => (part === 'action' ? actions : sources).get(id)?.counters.reset(),
    send(id, data, options = {}) {
      const action = actions.get(id)
      if (action?.settings.enable) return action.send(data, options)
      const reason = action ? 'bridge_disabled' : 'bridge_not_found'
      observer?.({ event: 'out_of_service', action: id, trace: options.trace, reason })
      options.done?.({ result: 'out_of_service', reason })
    },
    localTopics: () => localTopics,
    onMessage: (listener) => added(messageListeners, listener),
    observe(listener) {
      const remove = added(observers, listener)
      const renew = () => {
        observer = observers.size === 0 ? undefined : reportToAll
      }
      renew()
      return () => {
        remove()
        renew()
      }
    },
    onStateChange: (listener) => added(stateListeners, listener),
    stop: () => oneByOne(stopAll),
  }

  function mapOf(part: IntegrationKind): ReadonlyMap<string, { readonly state: () => IntegrationState }> {
    if (part === 'connector') return connectors
    return part === 'action' ? actions : sources
  }

  /** Does everything that can fail before anything is changed. */
  function plan(settings: IntegrationsSettings, isLenient: boolean) {
    const configured = byId(settings.connectors)
    const orFallback = <T, U>(make: () => T, instead: (error: unknown) => U): T | U => {
      try {
        return make()
      } catch (error) {
        if (isLenient) return instead(error)
        throw error
      }
    }
    const freshConnectors = [...configured.values()].flatMap((one) => {
      if (isSame(connectors.get(one.id)?.settings, one.settings)) return []
      return [{ one, type: orFallback(() => planConnector(one, contextOf), unusableType) }]
    })
    const changedConnectors = new Set(freshConnectors.map(({ one }) => one.id))
    const plannedOf = <S extends { readonly connector: string }, R>(
      part: 'action' | 'source',
      root: ReadonlyMap<string, Configured<S>>,
      before: ReadonlyMap<string, { readonly settings: S }>,
      make: (one: Configured<S>, connector: ConnectorSettings) => R,
      instead: (part: IntegrationKind, id: string, error: unknown) => R,
    ): readonly Planned<S, R>[] =>
      [...root.values()].flatMap((one) => {
        const on = connectorId(one.id, one.settings)
        const isUpdate = !isSame(before.get(one.id)?.settings, one.settings)
        if (!isUpdate && !changedConnectors.has(on) && configured.has(on)) return []
        const runtime = orFallback(
          () => {
            const connector = configured.get(on)
            if (!connector) throw unknownConnector(part, one)
            return make(one, connector.settings)
          },
          (error) => instead(part, one.id, error),
        )
        return [{ one, on, isUpdate, runtime }]
      })
    const configuredActions = byId(settings.actions)
    const configuredSources = byId(settings.sources)
    return {
      connectors: freshConnectors,
      actions: plannedOf(
        'action',
        configuredActions,
        actions,
        (one, connector) => planAction(one, connector, contextOf),
        unusableAction,
      ),
      sources: plannedOf(
        'source',
        configuredSources,
        sources,
        (one, connector) => planSource(one, connector, contextOf),
        unusableSource,
      ),
      gone: {
        connectors: [...connectors.keys()].filter((id) => !configured.has(id)),
        actions: [...actions.keys()].filter((id) => !configuredActions.has(id)),
        sources: [...sources.keys()].filter((id) => !configuredSources.has(id)),
      },
    }
  }

  function unusable(part: IntegrationKind, id: string, error: unknown): () => never {
    log.error({ [part]: id, reason: messageOf(error) }, `${part}_unusable`)
    return () => {
      throw error
    }
  }

  function unusableAction(part: IntegrationKind, id: string, error: unknown): ActionRuntime {
    const refuse = unusable(part, id, error)
    return { check: async () => refuse(), render: refuse, send: async () => refuse() }
  }

  function unusableSource(part: IntegrationKind, id: string, error: unknown): SourceRuntime {
    const refuse = unusable(part, id, error)
    return { start: async () => refuse() }
  }

  async function apply(settings: IntegrationsSettings, isLenient: boolean): Promise<void> {
    const next = plan(settings, isLenient)
    await Promise.all([...next.gone.actions.map(removeAction), ...next.gone.sources.map(removeSource)])
    await Promise.all(next.gone.connectors.map(removeConnector))
    const newConnectors = await Promise.all(next.connectors.map(({ one, type }) => replaceConnector(one, type)))
    // Actions are created before their connector is connected, so that they buffer messages.
    const started = await Promise.all([...next.actions.map(replaceAction), ...next.sources.map(replaceSource)])
    await Promise.all(newConnectors.map(({ firstAttempt }) => firstAttempt))
    // Resolves when each channel has tried to start.
    await Promise.all(started.map((one) => one?.start()))
    localTopics = [...actions.values()].flatMap(({ id, settings: { enable, local_topic: filter } }) =>
      enable && filter ? [{ action: id, filter }] : [],
    )
  }

  async function replaceConnector(
    one: Configured<ConnectorSettings>,
    type: ReturnType<typeof planConnector>,
  ): Promise<{ readonly firstAttempt: Promise<void> }> {
    await connectors.get(one.id)?.stop()
    const redact = redactOf(one.type, one.settings)
    const created = createConnector({ id: one.id, settings: one.settings, type, context: contextOf(one.name), redact })
    connectors.set(one.id, created)
    created.onChange(() => changed('connector', one.id, created.state()))
    return { firstAttempt: created.begin() }
  }

  async function removeConnector(id: string): Promise<void> {
    const old = connectors.get(id)
    connectors.delete(id)
    await old?.stop()
    changed('connector', id, undefined)
  }

  /** Returns the new action if it must be started. Undefined if it is unchanged or disabled. */
  async function replaceAction({
    one,
    on,
    isUpdate,
    runtime,
  }: Planned<ActionSettings, ActionRuntime>): Promise<ActionInstance | undefined> {
    const old = actions.get(one.id)
    if (old && !isUpdate) {
      await old.attach(connectors.get(on), runtime)
      return undefined
    }
    await (old && (isSame(old.settings.parameters, one.settings.parameters) ? old.stop() : old.discard()))
    const created = createAction({
      id: one.id,
      settings: one.settings,
      context: contextOf(one.name),
      store,
      ...(old && { counters: old.counters }),
      onChange: (state) => changed('action', one.id, state),
      observer: () => observer,
    })
    actions.set(one.id, created)
    await created.attach(connectors.get(on), runtime)
    if (!one.settings.enable) return undefined
    await created.start()
    return created
  }

  async function replaceSource({
    one,
    on,
    isUpdate,
    runtime,
  }: Planned<SourceSettings, SourceRuntime>): Promise<SourceInstance | undefined> {
    const old = sources.get(one.id)
    if (old && !isUpdate) {
      await old.attach(connectors.get(on), runtime)
      return undefined
    }
    await old?.stop()
    const created = createSource({
      id: one.id,
      settings: one.settings,
      context: contextOf(one.name),
      ...(old && { counters: old.counters }),
      onChange: (state) => changed('source', one.id, state),
      onMessage: (message) => receive(one.id, message),
    })
    sources.set(one.id, created)
    await created.attach(connectors.get(on), runtime)
    if (!one.settings.enable) return undefined
    await created.start()
    return created
  }

  async function removeAction(id: string): Promise<void> {
    const old = actions.get(id)
    actions.delete(id)
    await old?.discard()
    await old?.forget()
    changed('action', id, undefined)
  }

  async function removeSource(id: string): Promise<void> {
    const old = sources.get(id)
    sources.delete(id)
    await old?.stop()
    changed('source', id, undefined)
  }

  function receive(id: string, message: Data): Promise<void> | void {
    const waits = [...messageListeners].flatMap((listener) => listener(id, message) ?? [])
    if (waits.length > 0) return Promise.all(waits).then(() => undefined)
  }

  async function run(part: IntegrationKind, id: string, operation: 'start' | 'stop' | 'restart'): Promise<void> {
    if (part === 'connector') {
      const connector = connectors.get(id)
      if (!connector) throw notFound(part, id)
      if (operation === 'stop') return connector.stop()
      refuseDisabled(part, connector.settings)
      return connector.resource[operation]()
    }
    const channel = (part === 'action' ? actions : sources).get(id)
    if (!channel) throw notFound(part, id)
    if (operation !== 'start') await channel.stop()
    if (operation === 'stop') return
    refuseDisabled(part, channel.settings)
    // Also starts the connector, as in EMQX.
    await connectors.get(connectorId(id, channel.settings))?.resource.start()
    await channel.start()
  }

  async function probe(
    part: IntegrationKind,
    type: string,
    settings: ConnectorSettings | ActionSettings | SourceSettings,
  ) {
    const name = probeName()
    const one = { id: `${type}:${name}`, type, name }
    if (part === 'connector') {
      const own = { ...one, settings: settings as ConnectorSettings } // depends on `part`, also below
      return probeConnector(planConnector(own, contextOf), own.settings, contextOf(name), redactOf(type, own.settings))
    }
    const channel = { ...one, settings: settings as ActionSettings & SourceSettings }
    const connector = connectors.get(connectorId(one.id, channel.settings))
    if (!connector) throw unknownConnector(part, channel)
    const runtime = (part === 'action' ? planAction : planSource)(channel, connector.settings, contextOf)
    return probeChannel(connector, runtime.check?.bind(runtime))
  }

  async function exchange(type: string, connector: ConnectorSettings, action: ActionSettings, data: Data) {
    const name = probeName()
    const one = { id: `${type}:${name}`, type, name }
    const resourceType = planConnector({ ...one, settings: connector }, contextOf)
    const runtime = planAction({ ...one, settings: action }, connector, contextOf)
    return exchangeOnce(resourceType, connector, runtime, data, contextOf(name), redactOf(type, connector))
  }

  /** Stops connectors before sources, so that servers keep messages for persistent sessions. */
  async function stopAll(): Promise<void> {
    await Promise.all([...actions.values()].map((action) => action.drained(shutdownGraceMs)))
    await Promise.all([...connectors.values()].map((connector) => connector.stop()))
    await Promise.all([...sources.values(), ...actions.values()].map((channel) => channel.stop()))
  }
}

interface Planned<S, R> {
  readonly one: Configured<S>
  /** ID of the connector. */
  readonly on: string
  /** True if its own settings changed, false if only the settings of its connector changed. */
  readonly isUpdate: boolean
  readonly runtime: R
}

const connectorId = (id: string, { connector }: { readonly connector: string }) =>
  `${id.slice(0, id.indexOf(':'))}:${connector}`

/** Ignores settings without an effect, such as the description. */
const isSame = (before: unknown, now: unknown): boolean =>
  isDeepStrictEqual(withoutMetadata(before), withoutMetadata(now))

function withoutMetadata(settings: unknown): unknown {
  if (typeof settings !== 'object' || settings === null) return settings
  const {
    description: _,
    tags: __,
    created_at: ___,
    last_modified_at: ____,
    ...rest
  } = settings as Record<string, unknown>
  return rest
}

function added<T>(all: Set<T>, one: T): () => void {
  all.add(one)
  return () => void all.delete(one)
}

/** A unique name per test, because servers disconnect a client when another one uses the same name. */
const probeName = () => `probe-${randomBytes(6).toString('hex')}`

const notFound = (part: IntegrationKind, id: string) =>
  new IntegrationError('NOT_FOUND', `${part} ${id} does not exist`)

function refuseDisabled(part: IntegrationKind, { enable }: { readonly enable: boolean }): void {
  if (!enable) throw new IntegrationError('BAD_REQUEST', `Forbidden operation, ${part} not enabled`)
}
