import { deployment } from '../../data/deployment.ts'

/** What a configuration of Prometheus is to say. */
export interface ScrapeChoice {
  /** `host:port` of nodes; with a mode other than `node`, one that answers for all. */
  readonly targets: readonly string[]
  readonly isHttps: boolean
  /** Of the management API at the targets; that of this dashboard unless given: `/mqtt/api/v5`. */
  readonly apiPath?: string
  readonly mode: 'node' | 'all_nodes_aggregated' | 'all_nodes_unaggregated'
  /** Which of the three addresses. */
  readonly paths: readonly ScrapePath[]
  /** Seconds. */
  readonly interval: number
  /** With an API key, whose two halves the file names as placeholders. */
  readonly hasLogin: boolean
  /** `host:port` of node exporters. */
  readonly nodeExporters: readonly string[]
  /** `host:port` of a Pushgateway. */
  readonly pushGateways: readonly string[]
}

export const scrapePaths = ['stats', 'auth', 'data_integration'] as const
type ScrapePath = (typeof scrapePaths)[number]

/** A `prometheus.yml` (https://prometheus.io/docs/prometheus/latest/configuration/configuration/). */
export function writeScrapeConfig(choice: ScrapeChoice): string {
  const { paths, nodeExporters, pushGateways, interval } = choice
  return [
    'global:',
    `  scrape_interval: ${interval}s`,
    '',
    'scrape_configs:',
    ...paths.flatMap((path) => brokerJob(path, choice)),
    ...(nodeExporters.length > 0 ? job('node', nodeExporters, []) : []),
    // The gateway tells on job and instance of who pushed.
    ...(pushGateways.length > 0 ? job('pushgateway', pushGateways, ['    honor_labels: true']) : []),
    '',
  ].join('\n')
}

function brokerJob(path: ScrapePath, { targets, isHttps, apiPath, mode, hasLogin }: ScrapeChoice): readonly string[] {
  return job(path === 'stats' ? 'mqtt' : `mqtt_${path}`, targets, [
    `    metrics_path: ${apiPath ?? deployment.apiUrl}/prometheus/${path}`,
    ...(isHttps ? ['    scheme: https'] : []),
    ...(mode === 'node' ? [] : ['    params:', `      mode: [${mode}]`]),
    ...(hasLogin ? ['    basic_auth:', '      username: API_KEY', '      password: API_SECRET'] : []),
    // A node that answers for itself does not say which it is; the dashboard for Grafana tells nodes apart by this label.
    ...(mode === 'node'
      ? ['    relabel_configs:', '      - source_labels: [__address__]', '        target_label: node']
      : []),
  ])
}

const job = (name: string, targets: readonly string[], more: readonly string[]): readonly string[] => [
  `  - job_name: ${name}`,
  ...more,
  '    static_configs:',
  `      - targets: [${targets.map((target) => JSON.stringify(target)).join(', ')}]`,
]

const defaultApiPort = 18083

/**
 * Where the API of each node is, once: `emqx@10.0.0.1` is reached at `10.0.0.1:18083`.
 * @param bind the address that the API listens on: `0.0.0.0:18083`, `18083`
 */
export function nodeTargets(nodes: readonly string[], bind: string | number | undefined): readonly string[] {
  const [port = ''] = /[1-9]\d*$/.exec(String(bind ?? '')) ?? []
  const hosts = nodes.map((node) => node.slice(node.indexOf('@') + 1))
  return [...new Set(hosts)].map((host) => `${host.includes(':') ? `[${host}]` : host}:${port || defaultApiPort}`)
}

/** `10.0.0.1:18083`, `[::1]:9100`, `broker.example.com:443` */
export const isTarget = (text: string): boolean =>
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]):\d{1,5}$/.test(text) &&
  Number(text.slice(text.lastIndexOf(':') + 1)) <= 65_535
