import type { Hooks } from '@mqdeck/broker'
import type { ExportState, PlainValue, PrometheusMode, prometheus } from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'
import { createSystem } from '../nodes/system.ts'
import type { MetricSource } from '../sources.ts'
import type { Stats } from '../stats/stats.ts'
import { toCounterSections, toStatsSections } from './broker-metrics.ts'
import { createDisconnections } from './disconnections.ts'
import { type Family, gauge, listenerLabels } from './exposition.ts'
import { createMachine, machineFamilies } from './machine.ts'
import {
  type AccessMetrics,
  type DataHubMetrics,
  type DataIntegrationMetrics,
  toAuthSections,
  toDataIntegrationSections,
  toMessageTransformationSections,
  toSchemaValidationSections,
} from './named-families.ts'
import { createProcessMetrics } from './process.ts'
import { createPushGateway } from './push-gateway.ts'
import { type Section, toReportJson, toReportText } from './report.ts'

/** The part of EMQX's root `prometheus` that this package uses, in plain units. */
type PrometheusSettings = Readonly<Pick<PlainValue<typeof prometheus>, 'push_gateway' | 'collectors'>>

/** Expiry of the certificate of a listener. */
export interface CertificateExpiry {
  /** `ssl:default` */
  readonly listener: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** State and counters of a gateway. */
interface GatewayMetrics {
  readonly name: string
  readonly running: boolean
  readonly connections: number
  /** Counters of its protocol, such as `packets.connect.received`. */
  readonly counters: Readonly<Record<string, number>>
}

/** A metric that a plugin has declared: `seen` of the type counter becomes `mqdeck_plugin_seen_total{plugin="..."}`. */
interface PluginMetric {
  /** `my_plugin-1.0.0` */
  readonly plugin: string
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly value: number
}

/** Metrics that other resources contribute. */
export interface PrometheusParts {
  readonly certificates: () => Promise<readonly CertificateExpiry[]>
  /** Metrics of authentication and authorization. */
  readonly access: () => AccessMetrics
  /** Metrics of rules, actions and connectors. */
  readonly dataIntegration: () => DataIntegrationMetrics
  /** Metrics of validations and transformations. */
  readonly dataHub: () => DataHubMetrics
  readonly plugins: () => readonly PluginMetric[]
  /** The configured gateways. */
  readonly gateways: () => readonly GatewayMetrics[]
}

const noParts: PrometheusParts = {
  certificates: async () => [],
  access: () => ({ authn: [], authz: [], banned: 0 }),
  dataIntegration: () => ({ rules: [], actions: [], connectors: [] }),
  dataHub: () => ({ validations: [], transformations: [], schemas: 0 }),
  plugins: () => [],
  gateways: () => [],
}

export interface PrometheusOptions {
  readonly node: string
  readonly settings: PrometheusSettings
  /** Implemented by the broker. */
  readonly source: MetricSource
  readonly stats: Pick<Stats, 'read'>
  readonly hooks: Pick<Hooks, 'on'>
  /** Metrics of the other resources. A part that is missing has no metrics. */
  readonly parts: () => Partial<PrometheusParts>
  readonly clock: Clock
  readonly log: Log
}

/** EMQX's groups of metrics. */
export type PrometheusGroup = 'stats' | 'auth' | 'data_integration' | 'schema_validation' | 'message_transformation'

/** Metrics of this server with EMQX's names. */
export interface Prometheus {
  /** Starts the counters that only Prometheus uses, and pushing. */
  start(): void
  stop(): void
  /** Applies immediately. */
  update(settings: PrometheusSettings): void
  text(group: PrometheusGroup, mode: PrometheusMode): Promise<string>
  json(group: PrometheusGroup, mode: PrometheusMode): Promise<Readonly<Record<string, unknown>>>
  /** State of the pushes to the Pushgateway. */
  pushState(): ExportState
}

export function createPrometheus(options: PrometheusOptions): Prometheus {
  const { node, source, stats, hooks, clock, log } = options
  const parts = (): PrometheusParts => ({ ...noParts, ...options.parts() })
  let settings = options.settings
  const disconnections = createDisconnections(hooks)
  const machine = createMachine()
  const processMetrics = createProcessMetrics(createSystem().maxFds())

  const statsSections = async (): Promise<readonly Section[]> => {
    const { certificates, gateways, plugins } = parts()
    return [
      ...toStatsSections(stats.read()),
      { key: 'metrics', scope: 'node', shape: 'one', families: machineFamilies(machine()) },
      { key: 'cluster', scope: 'node', shape: 'one', families: clusterOfOne },
      ...toCounterSections(source.metrics, { client: [disconnections.family()] }),
      { key: 'certs', scope: 'cluster', shape: 'list', families: [expiries(await certificates())] },
      { key: 'process', scope: 'node', shape: 'one', families: processMetrics(settings.collectors) },
      { key: 'gateways', scope: 'node', shape: 'list', families: gatewayFamilies(gateways()) },
      { key: 'plugins', scope: 'node', shape: 'list', families: pluginFamilies(plugins()) },
    ]
  }
  const sections: Readonly<Record<PrometheusGroup, () => readonly Section[] | Promise<readonly Section[]>>> = {
    stats: statsSections,
    auth: () => toAuthSections(parts().access()),
    data_integration() {
      const { dataIntegration, dataHub } = parts()
      return toDataIntegrationSections({ ...dataIntegration(), schemas: dataHub().schemas })
    },
    schema_validation: () => toSchemaValidationSections(parts().dataHub()),
    message_transformation: () => toMessageTransformationSections(parts().dataHub()),
  }
  const text = async (group: PrometheusGroup, mode: PrometheusMode) => toReportText(await sections[group](), mode, node)
  const gateway = createPushGateway({
    settings: settings.push_gateway,
    node,
    text: () => text('stats', 'node'),
    clock,
    log,
  })

  return {
    start() {
      disconnections.start()
      gateway.start()
    },
    stop() {
      gateway.stop()
      disconnections.stop()
    },
    update(next) {
      settings = next
      gateway.update(next.push_gateway)
    },
    text,
    json: async (group, mode) => toReportJson(await sections[group](), mode, node),
    pushState: gateway.state,
  }
}

const clusterOfOne: readonly Family[] = [gauge('emqx_cluster_nodes_running', 1), gauge('emqx_cluster_nodes_stopped', 0)]

/** EMQX has no metrics of gateways. */
function gatewayFamilies(gateways: readonly GatewayMetrics[]): readonly Family[] {
  if (gateways.length === 0) return []
  const ofEach = (toValue: (one: GatewayMetrics) => number) =>
    gateways.map((one) => ({ labels: { gateway: one.name }, value: toValue(one) }))
  const events = gateways.flatMap(({ name, counters }) =>
    Object.entries(counters).map(([event, value]) => ({ labels: { gateway: name, event }, value })),
  )
  return [
    {
      name: 'mqdeck_gateway_running',
      type: 'gauge',
      help: '1 if the gateway is running',
      samples: ofEach(({ running }) => (running ? 1 : 0)),
    },
    {
      name: 'mqdeck_gateway_connections',
      type: 'gauge',
      help: 'Connections of the listeners of the gateway',
      samples: ofEach(({ connections }) => connections),
    },
    {
      name: 'mqdeck_gateway_events_total',
      type: 'counter',
      help: 'Events of the protocol, such as received packets by type',
      samples: events,
    },
  ]
}

function pluginFamilies(metrics: readonly PluginMetric[]): readonly Family[] {
  const families = new Map<string, Family>()
  for (const { plugin, name, type, help, value } of metrics) {
    const full = `mqdeck_plugin_${name}${type === 'counter' ? '_total' : ''}`
    const { samples = [] } = families.get(full) ?? {}
    families.set(full, { name: full, type, help, samples: [...samples, { labels: { plugin }, value }] })
  }
  return [...families.values()]
}

const expiries = (certificates: readonly CertificateExpiry[]): Family => ({
  name: 'emqx_cert_expiry_at',
  type: 'gauge',
  samples: certificates.map(({ listener, expiresAt }) => ({
    labels: listenerLabels(listener),
    value: Math.floor(expiresAt / 1000),
  })),
})
