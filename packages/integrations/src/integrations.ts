import type { Clock, Failure, Log, RequestMetrics, ResourceStatus, Store } from '@mqdeck/kit'
import type { SendOptions } from './action.ts'
import type { ActionSettings, ConnectorSettings, IntegrationKind, SourceSettings } from './catalog.ts'
import type { IntegrationsSettings } from './plan-changes.ts'
import type { Data, Exchange } from './port.ts'

/** `type:name` as in paths and rules, such as `http:h1`. */
export type IntegrationId = string

export interface Dependants {
  /** Names. The type is the type of the connector. */
  readonly actions: readonly string[]
  readonly sources: readonly string[]
}

export interface IntegrationsOptions {
  readonly clock: Clock
  readonly log: Log
  /** For persistent buffers. */
  readonly store: Store
  /** Base folder of relative file names in settings. */
  readonly folder: string
  readonly node: string
}

/** State of a connector, action or source on this node. */
export interface IntegrationState {
  /** `stopped` for a disabled or stopped connector, `disconnected` for an action or source that cannot work. */
  readonly status: ResourceStatus
  /**
   * Reason in the words of EMQX (`Connection refused`, `Resource not operational`, `Not installed`) or a sentence.
   * Never contains secrets. Empty if it works.
   */
  readonly reason: string
  /** Milliseconds since the epoch. */
  readonly since: number
}

/** Trace events of a request, with the names of EMQX. `trace` comes from the sender. */
export type ActionEvent =
  | {
      readonly event: 'action_template_rendered'
      readonly action: string
      readonly trace: unknown
      readonly request: unknown
    }
  | { readonly event: 'action_stopped_after_template_rendering'; readonly action: string; readonly trace: unknown }
  | { readonly event: 'action_success'; readonly action: string; readonly trace: unknown; readonly answer: unknown }
  | {
      readonly event: 'action_failed' | 'out_of_service' | 'request_expired' | 'action_retried'
      readonly action: string
      readonly trace: unknown
      readonly reason: string
    }

export type ActionObserver = (event: ActionEvent) => void

/** Manages the connectors, actions and sources of this node. */
export interface Integrations {
  /**
   * Creates everything from the configuration when the process starts. Invalid settings are reported in the status.
   * Resolves after the first attempts, or after the `start_timeout` of each connector.
   */
  start(settings: IntegrationsSettings): Promise<void>
  /**
   * Applies new settings: creates, updates, deletes, enables and disables. Unchanged objects continue, and actions and
   * sources keep their buffers when their connector is updated. Resolves after the first attempts.
   * @throws {IntegrationError} (rejects) if settings are invalid. Nothing is changed then.
   */
  update(settings: IntegrationsSettings): Promise<void>
  /** Validates settings without applying them. @throws {IntegrationError} */
  check(settings: IntegrationsSettings): void
  /** Undefined if it is not configured. */
  state(part: IntegrationKind, id: IntegrationId): IntegrationState | undefined
  /** Actions and sources of a connector. */
  dependants(id: IntegrationId): Dependants
  /**
   * Starts or stops an enabled object. Resolves after the first attempt. @throws {IntegrationError} (rejects) NOT_FOUND
   */
  run(part: IntegrationKind, id: IntegrationId, operation: 'start' | 'stop' | 'restart'): Promise<void>
  /**
   * Tests a connector, an action or a source with the plain settings of a POST. Nothing is kept. Actions and sources
   * use their configured connector.
   * @throws {IntegrationError} (rejects) TEST_FAILED with the reason
   */
  probe(part: 'connector', type: string, settings: ConnectorSettings): Promise<void>
  probe(part: 'action', type: string, settings: ActionSettings): Promise<void>
  probe(part: 'source', type: string, settings: SourceSettings): Promise<void>
  /**
   * Connects with the given settings, sends one request and returns it with its response. Nothing is kept.
   * @throws {IntegrationError} (rejects) TEST_FAILED without a response, BAD_REQUEST if the type does not return
   * responses
   */
  exchange(type: string, connector: ConnectorSettings, action: ActionSettings, data: Data): Promise<Exchange>
  /** Undefined if it is not configured. */
  metrics(part: 'action' | 'source', id: IntegrationId): RequestMetrics | undefined
  /** Resets the counters and forgets the errors. Queued and inflight requests are kept. */
  resetMetrics(part: 'action' | 'source', id: IntegrationId): void
  /** The latest errors of an action. Undefined if it is not configured. */
  failures(action: IntegrationId): readonly Failure[] | undefined
  /** Time of the next attempt to connect, in milliseconds since the epoch. Undefined without one. */
  nextAttempt(connector: IntegrationId): number | undefined
  /** Sends data to an action. Never throws and never waits. `done` gets the result. */
  send(action: IntegrationId, data: Data, options?: SendOptions): void
  /**
   * Enabled actions with a `local_topic`. Messages on a matching topic are sent to them without a rule, with the
   * columns of `message.publish`. The same array is returned until something changes.
   */
  localTopics(): readonly { readonly action: IntegrationId; readonly filter: string }[]
  /**
   * Called for each message of a source. The returned promise delays the acknowledgement if the protocol supports it.
   */
  onMessage(listener: (source: IntegrationId, message: Data) => Promise<void> | void): () => void
  /** Adds an observer for traces and rule tests. Without observers no events are created. */
  observe(observer: ActionObserver): () => void
  /** Called when the state of a connector, action or source changes, for the alarm `resource_down`. */
  onStateChange(
    listener: (part: IntegrationKind, id: IntegrationId, state: IntegrationState | undefined) => void,
  ): () => void
  /** Sends requests in memory for a limited time, then closes everything. */
  stop(): Promise<void>
}
