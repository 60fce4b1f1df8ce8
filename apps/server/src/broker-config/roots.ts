import { authenticationSettings, authorizationSettings } from '@mqdeck/access/catalog'
import {
  alarm,
  apiKeyOptions,
  autoSubscribe,
  brokerOptions,
  dashboard,
  delayed,
  durableSessions,
  exhook,
  flappingDetect,
  forceGc,
  forceShutdown,
  type Kind,
  listeners,
  log,
  messageTransformation,
  mqtt,
  openTelemetry,
  prometheus,
  retainer,
  rewriteRules,
  ruleEngine,
  schemaRegistry,
  schemaValidation,
  slowSubscriptionSettings,
  structKind,
  sysmon,
  sysTopics,
  telemetry,
  topicMetricsTopics,
} from '@mqdeck/contract'
import { integrationRoots } from '@mqdeck/integrations/catalog'
import { gatewayKind } from './gateways.ts'
import { zoneKind } from './zones.ts'

/** All configuration roots with their schemas, in the order in which changes are applied. */
export const rootKinds = {
  log: structKind(log),
  mqtt: structKind(mqtt),
  force_shutdown: structKind(forceShutdown),
  force_gc: structKind(forceGc),
  authentication: authenticationSettings,
  authorization: structKind(authorizationSettings),
  flapping_detect: structKind(flappingDetect),
  durable_sessions: structKind(durableSessions),
  zones: zoneKind,
  listeners: structKind(listeners),
  gateway: gatewayKind,
  exhook: structKind(exhook),
  retainer: structKind(retainer),
  delayed: structKind(delayed),
  rewrite: rewriteRules,
  auto_subscribe: structKind(autoSubscribe),
  sys_topics: structKind(sysTopics),
  topic_metrics: topicMetricsTopics,
  slow_subs: structKind(slowSubscriptionSettings),
  alarm: structKind(alarm),
  sysmon: structKind(sysmon),
  prometheus: structKind(prometheus),
  opentelemetry: structKind(openTelemetry),
  telemetry: structKind(telemetry),
  ...integrationRoots,
  rule_engine: structKind(ruleEngine),
  // A change of a schema is active before what uses it.
  schema_registry: structKind(schemaRegistry),
  schema_validation: structKind(schemaValidation),
  message_transformation: structKind(messageTransformation),
  broker: structKind(brokerOptions),
  api_key: structKind(apiKeyOptions),
  // Last: a listener that cannot start is detected after everything else is applied, and the connection of the caller
  // may be closed.
  dashboard: structKind(dashboard),
}

type RootKinds = typeof rootKinds
export type RootName = keyof RootKinds
type WireOfKind<K> = K extends Kind<infer W, infer _> ? W : never
type PlainOfKind<K> = K extends Kind<infer _, infer P> ? P : never
/** A complete root in the format of the API. */
export type RootWire<N extends RootName> = WireOfKind<RootKinds[N]>
/** A root in plain units. */
export type RootPlain<N extends RootName> = PlainOfKind<RootKinds[N]>

export const rootNames = Object.keys(rootKinds) as readonly RootName[] // the keys of a literal

export const isRootName = (name: string): name is RootName => Object.hasOwn(rootKinds, name)

/** A value for some of the roots. */
export type Changes = { readonly [N in RootName]?: unknown }
/** A value for each root. */
export type Values = Readonly<Record<RootName, unknown>>

export const mapNames = (names: readonly RootName[], make: (name: RootName) => unknown) =>
  Object.fromEntries(names.map((name) => [name, make(name)]))

export const mapRoots = (make: (name: RootName) => unknown): Values => mapNames(rootNames, make) as Values // every name

/** In the order of the roots, regardless of the order in `changes`. */
export const mapChanges = (changes: Changes, make: (name: RootName, value: unknown) => unknown): Changes =>
  mapNames(
    rootNames.filter((name) => changes[name] !== undefined),
    (name) => make(name, changes[name]),
  )

/** A value that the start options set over the stored one at every start. */
export interface Override {
  /** `['mqtt', 'max_inflight']` */
  readonly path: readonly string[]
  readonly value: unknown
  /** `MQDECK_MQTT_MAX_INFLIGHT`, or `mqtt.max_inflight in mqdeck.yaml` */
  readonly source: string
}
