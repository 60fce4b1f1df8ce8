import type { Hooks } from '@mqdeck/broker'
import type { ExportState, PlainValue, PrometheusMode, prometheus } from '@mqdeck/contract'
import type { Clock, Log } from '@mqdeck/kit'
import { createSystem } from '../nodes/system.ts'
import type { MetricSource } from '../sources.ts'
import type { Stats } from '../stats/stats.ts'
import { toCounterSections, toStatsSections } from './broker-figures.ts'
import { createDisconnections } from './disconnections.ts'
import { type Family, gauge, listenerLabels } from './exposition.ts'
import { createMachine, machineFamilies } from './machine.ts'
import {
  type AccessFigures,
  type DataIntegrationFigures,
  toAuthSections,
  toDataIntegrationSections,
} from './named-families.ts'
import { createProcessFigures } from './process.ts'
import { createPushGateway } from './push-gateway.ts'
import { type Section, toReportJson, toReportText } from './report.ts'

/** EMQX's root `prometheus` as far as this package is concerned, in plain units. */
type PrometheusSettings = Readonly<Pick<PlainValue<typeof prometheus>, 'push_gateway' | 'collectors'>>

/** When the certificate of a listener ends. */
export interface ListenerCertificate {
  /** `ssl:default` */
  readonly listener: string
  /** Milliseconds since the epoch. */
  readonly endsAt: number
}

export interface PrometheusOptions {
  readonly node: string
  readonly settings: PrometheusSettings
  /** The broker fits it. */
  readonly source: MetricSource
  readonly stats: Pick<Stats, 'read'>
  readonly hooks: Pick<Hooks, 'on'>
  readonly certificates: () => readonly ListenerCertificate[]
  /** Of authentication and authorization. */
  readonly access: () => AccessFigures
  /** Of rules, actions and connectors. */
  readonly dataIntegration: () => DataIntegrationFigures
  readonly clock: Clock
  readonly log: Log
}

/** Which of EMQX's three sets of figures. */
export type PrometheusTopic = 'stats' | 'auth' | 'data_integration'

/** Figures of this server under the names of EMQX. */
export interface Prometheus {
  /** Begins to count what only Prometheus is told, and to push. */
  start(): void
  stop(): void
  /** In force at once. */
  update(settings: PrometheusSettings): void
  text(topic: PrometheusTopic, mode: PrometheusMode): string
  json(topic: PrometheusTopic, mode: PrometheusMode): Readonly<Record<string, unknown>>
  /** How the pushes to the Pushgateway fare. */
  pushState(): ExportState
}

export function createPrometheus(options: PrometheusOptions): Prometheus {
  const { node, source, stats, hooks, certificates, access, dataIntegration, clock, log } = options
  let settings = options.settings
  const disconnections = createDisconnections(hooks)
  const machine = createMachine()
  const processFigures = createProcessFigures(createSystem().maxFds())

  const statsSections = (): readonly Section[] => [
    ...toStatsSections(stats.read()),
    { key: 'metrics', scope: 'node', shape: 'one', families: machineFamilies(machine()) },
    { key: 'cluster', scope: 'node', shape: 'one', families: clusterOfOne },
    ...toCounterSections(source.metrics, { client: [disconnections.family()] }),
    { key: 'certs', scope: 'cluster', shape: 'list', families: [expiries(certificates())] },
    { key: 'process', scope: 'node', shape: 'one', families: processFigures(settings.collectors) },
  ]
  const sections: Readonly<Record<PrometheusTopic, () => readonly Section[]>> = {
    stats: statsSections,
    auth: () => toAuthSections(access()),
    data_integration: () => toDataIntegrationSections(dataIntegration()),
  }
  const text = (topic: PrometheusTopic, mode: PrometheusMode) => toReportText(sections[topic](), mode, node)
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
    json: (topic, mode) => toReportJson(sections[topic](), mode, node),
    pushState: gateway.state,
  }
}

const clusterOfOne: readonly Family[] = [gauge('emqx_cluster_nodes_running', 1), gauge('emqx_cluster_nodes_stopped', 0)]

const expiries = (certificates: readonly ListenerCertificate[]): Family => ({
  name: 'emqx_cert_expiry_at',
  type: 'gauge',
  samples: certificates.map(({ listener, endsAt }) => ({
    labels: listenerLabels(listener),
    value: Math.floor(endsAt / 1000),
  })),
})
