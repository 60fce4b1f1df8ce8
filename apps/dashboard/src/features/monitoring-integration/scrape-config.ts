import { deployment } from '../../api/deployment/deployment.ts'

/** The choices for a Prometheus configuration. */
export interface ScrapeConfig {
  /** `host:port` of nodes; with a mode other than `node`, one node that reports for all. */
  readonly targets: readonly string[]
  readonly isHttps: boolean
  /** Path of the management API at the targets, such as `/mqtt/api/v5`. Defaults to that of this dashboard. */
  readonly apiPath?: string
  readonly mode: 'node' | 'all_nodes_aggregated' | 'all_nodes_unaggregated'
  /** Which of the three endpoints are scraped. */
  readonly paths: readonly ScrapePath[]
  /** Seconds. */
  readonly interval: number
  /** Adds basic authentication with placeholders for an API key and its secret. */
  readonly hasBasicAuth: boolean
  /** `host:port` of node exporters. */
  readonly nodeExporters: readonly string[]
  /** `host:port` of a Pushgateway. */
  readonly pushGateways: readonly string[]
}

export const scrapePaths = ['stats', 'auth', 'data_integration'] as const
type ScrapePath = (typeof scrapePaths)[number]

/** A `prometheus.yml` (https://prometheus.io/docs/prometheus/latest/configuration/configuration/). */
export function writeScrapeConfig(config: ScrapeConfig): string {
  const { paths, nodeExporters, pushGateways, interval } = config
  return [
    'global:',
    `  scrape_interval: ${interval}s`,
    '',
    'scrape_configs:',
    ...paths.flatMap((path) => brokerJob(path, config)),
    ...(nodeExporters.length > 0 ? job('node', nodeExporters, []) : []),
    // Keeps the job and instance labels of the client that pushed the metrics.
    ...(pushGateways.length > 0 ? job('pushgateway', pushGateways, ['    honor_labels: true']) : []),
    '',
  ].join('\n')
}

function brokerJob(
  path: ScrapePath,
  { targets, isHttps, apiPath, mode, hasBasicAuth }: ScrapeConfig,
): readonly string[] {
  return job(path === 'stats' ? 'mqtt' : `mqtt_${path}`, targets, [
    `    metrics_path: ${apiPath ?? deployment.apiUrl}/prometheus/${path}`,
    ...(isHttps ? ['    scheme: https'] : []),
    ...(mode === 'node' ? [] : ['    params:', `      mode: [${mode}]`]),
    ...(hasBasicAuth ? ['    basic_auth:', '      username: API_KEY', '      password: API_SECRET'] : []),
    // In mode `node`, metrics have no label for the node. The Grafana dashboard needs one.
    ...(mode === 'node'
      ? ['    relabel_configs:', '      - source_labels: [__address__]', '        target_label: node']
      : []),
  ])
}

const job = (name: string, targets: readonly string[], settings: readonly string[]): readonly string[] => [
  `  - job_name: ${name}`,
  ...settings,
  '    static_configs:',
  `      - targets: [${targets.map((target) => JSON.stringify(target)).join(', ')}]`,
]

const defaultApiPort = 18083

/**
 * `host:port` of the API of each node, without duplicates: `10.0.0.1:18083` for `emqx@10.0.0.1`.
 * @param bind the address the API listens on: `0.0.0.0:18083`, `18083`
 */
export function nodeTargets(nodes: readonly string[], bind: string | number | undefined): readonly string[] {
  const [port = ''] = /[1-9]\d*$/.exec(String(bind ?? '')) ?? []
  const hosts = nodes.map((node) => node.slice(node.indexOf('@') + 1))
  return [...new Set(hosts)].map((host) => `${host.includes(':') ? `[${host}]` : host}:${port || defaultApiPort}`)
}

/** Addresses of the API of a cluster. */
export interface NodeTargets {
  /** `host:port` */
  readonly targets: readonly string[]
  readonly isHttps: boolean
}

/**
 * The known addresses, and those of all nodes that have none.
 * @param urls addresses with the name of the node, if it is known
 */
export function targetsOf(
  nodes: readonly string[],
  urls: readonly { readonly url: string; readonly node?: string | undefined }[],
  bind: string | number | undefined,
): NodeTargets {
  const known = urls.map(({ url }) => new URL(url))
  const isEveryNamed = urls.every(({ node }) => node !== undefined)
  const others = isEveryNamed ? nodes.filter((name) => urls.every(({ node }) => node !== name)) : []
  const targets = [
    ...known.map(({ hostname, port, protocol }) => `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`),
    ...nodeTargets(others, bind),
  ]
  return { targets: [...new Set(targets)].toSorted(), isHttps: known.some(({ protocol }) => protocol === 'https:') }
}

/** `10.0.0.1:18083`, `[::1]:9100`, `broker.example.com:443` */
export const isTarget = (text: string): boolean =>
  /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]):\d{1,5}$/.test(text) &&
  Number(text.slice(text.lastIndexOf(':') + 1)) <= 65_535
