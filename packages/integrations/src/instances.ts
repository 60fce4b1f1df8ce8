import { isDeepStrictEqual } from 'node:util'
import { messageOf } from '@mqdeck/contract'
import type { Log, ResourceType, Store } from '@mqdeck/kit'
import { type ActionInstance, createAction } from './action.ts'
import type { ActionSettings, ConnectorSettings, IntegrationKind, SourceSettings } from './catalog.ts'
import { type ConnectorInstance, createConnector, unusableType } from './connector.ts'
import type { ActionObserver, IntegrationState } from './integrations.ts'
import {
  type ChangedChannel,
  type Configured,
  connectorId,
  type IntegrationsSettings,
  planChanges,
} from './plan-changes.ts'
import type { ActionRuntime, Data, SourceRuntime } from './port.ts'
import {
  type ContextOf,
  createActionRuntime,
  createResourceType,
  createSourceRuntime,
  redactOf,
  unknownConnector,
} from './runtimes.ts'
import { createSource, type SourceInstance } from './source.ts'

/** Milliseconds to send the requests in memory when the process stops. */
const shutdownGraceMs = 2_000

export interface InstancesOptions {
  readonly contextOf: ContextOf
  readonly store: Store
  readonly log: Log
  /** The state is undefined if it was deleted. */
  readonly onStateChange: (part: IntegrationKind, id: string, state: IntegrationState | undefined) => void
  readonly onMessage: (source: string, message: Data) => Promise<void> | void
  readonly observer: () => ActionObserver | undefined
}

/** The connectors, actions and sources of this node by ID. */
export interface Instances {
  readonly connectors: ReadonlyMap<string, ConnectorInstance>
  readonly actions: ReadonlyMap<string, ActionInstance>
  readonly sources: ReadonlyMap<string, SourceInstance>
  /** Undefined if it is not configured. */
  readonly connectorOf: (channel: ActionInstance | SourceInstance) => ConnectorInstance | undefined
  /** Throws `IntegrationError` if settings are invalid. */
  readonly check: (settings: IntegrationsSettings) => void
  /**
   * Resolves after the first attempts. Rejects before anything is changed if settings are invalid. If lenient, such objects are
   * created with the error as their status.
   */
  readonly apply: (settings: IntegrationsSettings, isLenient: boolean) => Promise<void>
  readonly stop: () => Promise<void>
}

export function createInstances(options: InstancesOptions): Instances {
  const { contextOf, store, log, onStateChange } = options
  const connectors = new Map<string, ConnectorInstance>()
  const actions = new Map<string, ActionInstance>()
  const sources = new Map<string, SourceInstance>()

  return {
    connectors,
    actions,
    sources,
    connectorOf: ({ id, settings }) => connectors.get(connectorId(id, settings)),
    check: (settings) => void prepare(settings, false),
    apply,
    stop,
  }

  /** Does everything that can fail before anything is changed. */
  function prepare(settings: IntegrationsSettings, isLenient: boolean) {
    const changes = planChanges({ connectors, actions, sources }, settings)
    const orUnusable = <T>(create: () => T, unusable: (error: unknown) => T): T => {
      try {
        return create()
      } catch (error) {
        if (isLenient) return unusable(error)
        throw error
      }
    }
    return {
      removed: {
        connectors: changes.connectors.removed,
        actions: changes.actions.removed,
        sources: changes.sources.removed,
      },
      connectors: changes.connectors.changed.map((one) => ({
        one,
        type: orUnusable(() => createResourceType(one, contextOf), unusableType),
      })),
      actions: changes.actions.changed.map((one) => ({
        one,
        runtime: orUnusable(
          () => createActionRuntime(one, requireConnector('action', one), contextOf),
          (error) => unusableAction(one.id, error),
        ),
      })),
      sources: changes.sources.changed.map((one) => ({
        one,
        runtime: orUnusable(
          () => createSourceRuntime(one, requireConnector('source', one), contextOf),
          (error) => unusableSource(one.id, error),
        ),
      })),
    }
  }

  async function apply(settings: IntegrationsSettings, isLenient: boolean): Promise<void> {
    const next = prepare(settings, isLenient)
    await Promise.all([...next.removed.actions.map(removeAction), ...next.removed.sources.map(removeSource)])
    await Promise.all(next.removed.connectors.map(removeConnector))
    const attempts = await Promise.all(next.connectors.map(({ one, type }) => replaceConnector(one, type)))
    // Actions are created before their connector is connected, so that they buffer messages.
    const channels = await Promise.all([
      ...next.actions.map(({ one, runtime }) => replaceAction(one, runtime)),
      ...next.sources.map(({ one, runtime }) => replaceSource(one, runtime)),
    ])
    await Promise.all(attempts.map(({ firstAttempt }) => firstAttempt))
    // Resolves when each channel has tried to start.
    await Promise.all(channels.map((one) => one?.start()))
  }

  /** The promise is in an object, because it must not be awaited here. */
  async function replaceConnector(
    { id, type: typeName, name, settings }: Configured<ConnectorSettings>,
    type: ResourceType<unknown>,
  ): Promise<{ readonly firstAttempt: Promise<void> }> {
    await connectors.get(id)?.stop()
    const redact = redactOf(typeName, settings)
    const created = createConnector({ id, settings, type, context: contextOf(name), redact })
    connectors.set(id, created)
    created.onChange(() => onStateChange('connector', id, created.state()))
    return { firstAttempt: created.begin() }
  }

  /** Returns the new action if it must be started. Undefined if it is unchanged or disabled. */
  async function replaceAction(
    { id, name, settings, connector, isUpdate }: ChangedChannel<ActionSettings>,
    runtime: ActionRuntime,
  ): Promise<ActionInstance | undefined> {
    const old = actions.get(id)
    const attached = connector && connectors.get(connector.id)
    if (old && !isUpdate) {
      await old.attach(attached, runtime)
      return undefined
    }
    await (old && (isDeepStrictEqual(old.settings.parameters, settings.parameters) ? old.stop() : old.discard()))
    const created = createAction({
      id,
      settings,
      context: contextOf(name),
      store,
      ...(old && { counters: old.counters }),
      onChange: (state) => onStateChange('action', id, state),
      observer: options.observer,
    })
    actions.set(id, created)
    await created.attach(attached, runtime)
    return startIfEnabled(created)
  }

  async function replaceSource(
    { id, name, settings, connector, isUpdate }: ChangedChannel<SourceSettings>,
    runtime: SourceRuntime,
  ): Promise<SourceInstance | undefined> {
    const old = sources.get(id)
    const attached = connector && connectors.get(connector.id)
    if (old && !isUpdate) {
      await old.attach(attached, runtime)
      return undefined
    }
    await old?.stop()
    const created = createSource({
      id,
      settings,
      context: contextOf(name),
      ...(old && { counters: old.counters }),
      onChange: (state) => onStateChange('source', id, state),
      onMessage: (message) => options.onMessage(id, message),
    })
    sources.set(id, created)
    await created.attach(attached, runtime)
    return startIfEnabled(created)
  }

  async function removeConnector(id: string): Promise<void> {
    const old = connectors.get(id)
    connectors.delete(id)
    await old?.stop()
    onStateChange('connector', id, undefined)
  }

  async function removeAction(id: string): Promise<void> {
    const old = actions.get(id)
    actions.delete(id)
    await old?.discard()
    await old?.forget()
    onStateChange('action', id, undefined)
  }

  async function removeSource(id: string): Promise<void> {
    const old = sources.get(id)
    sources.delete(id)
    await old?.stop()
    onStateChange('source', id, undefined)
  }

  function unusableAction(id: string, error: unknown): ActionRuntime {
    const refuse = refuseAlways('action', id, error)
    return { check: async () => refuse(), render: refuse, send: async () => refuse() }
  }

  function unusableSource(id: string, error: unknown): SourceRuntime {
    const refuse = refuseAlways('source', id, error)
    return { start: async () => refuse() }
  }

  function refuseAlways(part: IntegrationKind, id: string, error: unknown): () => never {
    log.error({ [part]: id, reason: messageOf(error) }, `${part}_unusable`)
    return () => {
      throw error
    }
  }

  /** Stops connectors before sources, so that servers keep messages for persistent sessions. */
  async function stop(): Promise<void> {
    await Promise.all([...actions.values()].map((action) => action.whenEmpty(shutdownGraceMs)))
    await Promise.all([...connectors.values()].map((connector) => connector.stop()))
    await Promise.all([...sources.values(), ...actions.values()].map((channel) => channel.stop()))
  }
}

async function startIfEnabled<C extends ActionInstance | SourceInstance>(channel: C): Promise<C | undefined> {
  if (!channel.settings.enable) return undefined
  await channel.start()
  return channel
}

function requireConnector(
  part: 'action' | 'source',
  one: ChangedChannel<{ readonly connector: string }>,
): ConnectorSettings {
  if (!one.connector) throw unknownConnector(part, one)
  return one.connector.settings
}
