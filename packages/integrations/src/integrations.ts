import type { Clock, Log, RequestMetrics, Store } from '@mqdeck/kit'
import type { SendOptions } from './action.ts'
import type { ActionSettings, ConnectorSettings, Part, SourceSettings } from './catalog.ts'
import type { ActionObserver } from './observer.ts'
import type { IntegrationsSettings } from './plan.ts'
import type { Data, Exchange } from './port.ts'
import type { IntegrationState } from './state.ts'

/** `type:name`, as paths and rules write it: `http:h1`. */
export type IntegrationId = string

export interface Dependants {
  /** Names; the type is that of the connector. */
  readonly actions: readonly string[]
  readonly sources: readonly string[]
}

export interface IntegrationsOptions {
  readonly clock: Clock
  readonly log: Log
  /** For buffers that survive a restart. */
  readonly store: Store
  /** Relative names of files in settings mean this. */
  readonly folder: string
  readonly node: string
}

/** Connectors, actions and sources at work. */
export interface Integrations {
  /**
   * Makes everything as it was configured when the process starts. What cannot work any more has a status that says so. Resolves
   * after the first attempts, or each connector's `start_timeout`.
   */
  start(settings: IntegrationsSettings): Promise<void>
  /**
   * Makes everything as configured: creates, updates, removes, switches on and off. What is unchanged goes on; actions and sources
   * survive the update of their connector with all that they have buffered. Resolves after the first attempts.
   * @throws {IntegrationError} (rejects) when settings cannot work; everything is as before then
   */
  update(settings: IntegrationsSettings): Promise<void>
  /** Refuses settings that `update` would refuse, without doing anything. @throws {IntegrationError} */
  check(settings: IntegrationsSettings): void
  /** Undefined for one that is not configured. */
  state(part: Part, id: IntegrationId): IntegrationState | undefined
  /** Of a connector. */
  dependants(id: IntegrationId): Dependants
  /** One that is configured and switched on. Resolves after the first attempt. @throws {IntegrationError} (rejects) NOT_FOUND */
  run(part: Part, id: IntegrationId, operation: 'start' | 'stop' | 'restart'): Promise<void>
  /**
   * Tries a connector, an action or a source out, with settings in plain units as of a POST; nothing of it stays behind.
   * Of an action or source: on the configured connector.
   * @throws {IntegrationError} (rejects) TEST_FAILED with the reason
   */
  probe(part: 'connector', type: string, settings: ConnectorSettings): Promise<void>
  probe(part: 'action', type: string, settings: ActionSettings): Promise<void>
  probe(part: 'source', type: string, settings: SourceSettings): Promise<void>
  /**
   * Connects with these settings, sends what the data becomes once, and tells what came back; nothing of it stays behind.
   * @throws {IntegrationError} (rejects) TEST_FAILED when nothing came back; BAD_REQUEST for a type without answers to look at
   */
  exchange(type: string, connector: ConnectorSettings, action: ActionSettings, data: Data): Promise<Exchange>
  /** Of an action or a source; undefined for one that is not configured. */
  metrics(part: 'action' | 'source', id: IntegrationId): RequestMetrics | undefined
  /** Sets what counts up to 0; what is waiting or on its way stays. */
  resetMetrics(part: 'action' | 'source', id: IntegrationId): void
  /** Hands data to an action; never throws and never waits. `done` tells what became of it. */
  send(action: IntegrationId, data: Data, options?: SendOptions): void
  /**
   * The switched-on actions with a `local_topic`: what is published here on a topic that fits goes to them without a rule (the
   * columns of `message.publish`). The same array until something changes.
   */
  localTopics(): readonly { readonly action: IntegrationId; readonly filter: string }[]
  /** Hears each message of each source. What it returns is waited for where the source's protocol can wait. */
  onMessage(listener: (source: IntegrationId, message: Data) => Promise<void> | void): () => void
  /** For traces and rule tests. Nobody there costs nothing. */
  observe(observer: ActionObserver): () => void
  /** For alarms (`resource_down`): each change of the state of a connector, action or source. */
  onStateChange(listener: (part: Part, id: IntegrationId, state: IntegrationState | undefined) => void): () => void
  /** Gives what is in memory a moment to leave, then closes everything. */
  stop(): Promise<void>
}
