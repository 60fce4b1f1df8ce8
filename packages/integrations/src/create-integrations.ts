import { randomBytes } from 'node:crypto'
import { inOrder } from '@mqdeck/kit'
import type { ActionSettings, ConnectorSettings, IntegrationKind, SourceSettings } from './catalog.ts'
import { createInstances } from './instances.ts'
import { IntegrationError } from './integration-error.ts'
import type { ActionObserver, Integrations, IntegrationsOptions } from './integrations.ts'
import { connectorId } from './plan-changes.ts'
import type { Data, IntegrationContext } from './port.ts'
import { exchangeOnce, probeChannel, probeConnector } from './probe.ts'
import { createActionRuntime, createResourceType, createSourceRuntime, redactOf, unknownConnector } from './runtimes.ts'

export function createIntegrations({ store, ...given }: IntegrationsOptions): Integrations {
  const oneByOne = inOrder()
  const messageListeners = new Set<Parameters<Integrations['onMessage']>[0]>()
  const stateListeners = new Set<Parameters<Integrations['onStateChange']>[0]>()
  const observers = new Set<ActionObserver>()
  let localTopics: ReturnType<Integrations['localTopics']> = []
  /** Undefined without observers, so that no events are created. */
  let observer: ActionObserver | undefined

  const reportToAll: ActionObserver = (event) => {
    for (const one of [...observers]) one(event)
  }
  const contextOf = (name: string): IntegrationContext => ({ ...given, store, name })
  const instances = createInstances({
    contextOf,
    store,
    log: given.log,
    onStateChange(part, id, state) {
      for (const listener of [...stateListeners]) listener(part, id, state)
    },
    onMessage: receive,
    observer: () => observer,
  })
  const { connectors, actions, sources } = instances

  return {
    start: (settings) => oneByOne(() => apply(settings, true)),
    update: (settings) => oneByOne(() => apply(settings, false)),
    check: instances.check,
    state: (part, id) => instancesOf(part).get(id)?.state(),
    dependants(id) {
      const names = (all: typeof actions | typeof sources) =>
        [...all.values()].flatMap((one) =>
          connectorId(one.id, one.settings) === id ? [one.id.slice(one.id.indexOf(':') + 1)] : [],
        )
      return { actions: names(actions), sources: names(sources) }
    },
    run: (part, id, operation) => oneByOne(() => run(part, id, operation)),
    probe,
    exchange,
    metrics: (part, id) => (part === 'action' ? actions : sources).get(id)?.metrics(),
    resetMetrics(part, id) {
      if (part === 'action') actions.get(id)?.reset()
      else sources.get(id)?.counters.reset()
    },
    failures: (id) => actions.get(id)?.failures(),
    nextAttempt: (id) => connectors.get(id)?.resource.nextAttempt(),
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
    stop: () => oneByOne(instances.stop),
  }

  function instancesOf(part: IntegrationKind) {
    if (part === 'connector') return connectors
    return part === 'action' ? actions : sources
  }

  async function apply(...args: Parameters<typeof instances.apply>): Promise<void> {
    await instances.apply(...args)
    localTopics = [...actions.values()].flatMap(({ id, settings: { enable, local_topic: filter } }) =>
      enable && filter ? [{ action: id, filter }] : [],
    )
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
    await instances.connectorOf(channel)?.resource.start()
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
      return probeConnector(
        createResourceType(own, contextOf),
        own.settings,
        contextOf(name),
        redactOf(type, own.settings),
      )
    }
    const channel = { ...one, settings: settings as ActionSettings & SourceSettings }
    const connector = connectors.get(connectorId(one.id, channel.settings))
    if (!connector) throw unknownConnector(part, channel)
    const runtime = (part === 'action' ? createActionRuntime : createSourceRuntime)(
      channel,
      connector.settings,
      contextOf,
    )
    return probeChannel(connector, runtime.check?.bind(runtime))
  }

  async function exchange(type: string, connector: ConnectorSettings, action: ActionSettings, data: Data) {
    const name = probeName()
    const one = { id: `${type}:${name}`, type, name }
    const resourceType = createResourceType({ ...one, settings: connector }, contextOf)
    const runtime = createActionRuntime({ ...one, settings: action }, connector, contextOf)
    return exchangeOnce(resourceType, connector, runtime, data, contextOf(name), redactOf(type, connector))
  }
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
