import { authenticationSettings, authorizationSettings } from '@mqdeck/access/catalog'
import {
  alarm,
  apiKeyOptions,
  autoSubscribe,
  brokerOptions,
  dashboard,
  delayed,
  durableSessions,
  flappingDetect,
  forceGc,
  forceShutdown,
  type Kind,
  listeners,
  log,
  mqtt,
  openTelemetry,
  prometheus,
  retainer,
  rewriteRules,
  ruleEngine,
  slowSubscriptionSettings,
  structKind,
  sysmon,
  sysTopics,
  telemetry,
  topicMetricsTopics,
} from '@mqdeck/contract'
import { integrationRoots } from '@mqdeck/integrations/catalog'
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
