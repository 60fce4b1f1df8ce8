/** A panel with its queries; sizes on Grafana's grid of 24 columns. */
interface PanelDefinition {
  readonly title: string
  readonly description?: string
  readonly type: 'timeseries' | 'stat'
  readonly width: number
  readonly unit: string
  readonly queries: readonly (readonly [expression: string, legend: string])[]
}

interface RowDefinition {
  readonly title: string
  readonly height: number
  readonly panels: readonly PanelDefinition[]
}

const nodeFilter = '{node=~"$node"}'
const rate = (name: string) => `rate(${name}${nodeFilter}[$__rate_interval])`
const currentValue = (title: string, name: string): PanelDefinition => ({
  title,
  type: 'stat',
  width: 4,
  unit: 'short',
  queries: [[`sum(${name}${nodeFilter})`, title]],
})
const chart = (
  title: string,
  unit: string,
  queries: PanelDefinition['queries'],
  options: Partial<PanelDefinition> = {},
): PanelDefinition => ({ title, type: 'timeseries', width: 12, unit, queries, ...options })
const rates = (...pairs: readonly (readonly [name: string, legend: string])[]): PanelDefinition['queries'] =>
  pairs.map(([name, legend]) => [`sum(${rate(name)})`, legend])
const byNode = (name: string): PanelDefinition['queries'] => [[`${name}${nodeFilter}`, '{{node}}']]

const rows: readonly RowDefinition[] = [
  {
    title: 'Current',
    height: 4,
    panels: [
      currentValue('Connections', 'emqx_live_connections_count'),
      currentValue('Sessions', 'emqx_sessions_count'),
      currentValue('Subscriptions', 'emqx_subscriptions_count'),
      { ...currentValue('Topics', ''), queries: [['max(emqx_topics_count)', 'Topics']] },
      {
        ...currentValue('Retained', ''),
        title: 'Retained messages',
        queries: [['max(emqx_retained_count)', 'Retained']],
      },
      { ...currentValue('Nodes', ''), title: 'Nodes running', queries: [['max(emqx_cluster_nodes_running)', 'Nodes']] },
    ],
  },
  {
    title: 'Messages',
    height: 8,
    panels: [
      chart(
        'Messages',
        'mps',
        rates(['emqx_messages_received', 'received'], ['emqx_messages_sent', 'sent'], ['emqx_messages_acked', 'acked']),
      ),
      chart(
        'Dropped',
        'mps',
        rates(
          ['emqx_messages_dropped_no_subscribers', 'no subscribers'],
          ['emqx_messages_dropped_expired', 'PUBREL timeout'],
          ['emqx_delivery_dropped_queue_full', 'queue full'],
          ['emqx_delivery_dropped_expired', 'expired'],
          ['emqx_delivery_dropped_too_large', 'too large'],
          ['emqx_delivery_dropped_qos0_msg', 'QoS 0 not queued'],
          ['emqx_delivery_dropped_no_local', 'No Local'],
        ),
      ),
      chart(
        'Received by QoS',
        'mps',
        rates(
          ['emqx_messages_qos0_received', 'QoS 0'],
          ['emqx_messages_qos1_received', 'QoS 1'],
          ['emqx_messages_qos2_received', 'QoS 2'],
        ),
      ),
      chart('Traffic', 'Bps', rates(['emqx_bytes_received', 'received'], ['emqx_bytes_sent', 'sent'])),
    ],
  },
  {
    title: 'Clients',
    height: 8,
    panels: [
      chart('Connections by node', 'short', byNode('emqx_live_connections_count')),
      chart(
        'Connects and disconnects',
        'cps',
        rates(['emqx_client_connected', 'connected'], ['emqx_client_disconnected', 'disconnected']),
      ),
      chart('Disconnects by reason', 'cps', [
        [`sum by (reason) (${rate('emqx_client_disconnected_reason')})`, '{{reason}}'],
      ]),
      chart(
        'Subscribes and unsubscribes',
        'ops',
        rates(['emqx_client_subscribe', 'subscribe'], ['emqx_client_unsubscribe', 'unsubscribe']),
      ),
      chart(
        'Rejected and denied',
        'ops',
        rates(
          ['emqx_authentication_failure', 'authentication'],
          ['emqx_authorization_deny', 'authorization'],
          ['emqx_packets_publish_error', 'publish'],
          ['emqx_packets_subscribe_error', 'subscribe'],
        ),
      ),
      chart('Subscriptions by node', 'short', byNode('emqx_subscriptions_count')),
    ],
  },
  {
    title: 'Machine and process',
    height: 8,
    panels: [
      chart('CPU usage', 'percent', byNode('emqx_vm_cpu_use'), { width: 8 }),
      chart(
        'Machine memory',
        'bytes',
        [
          [`emqx_vm_used_memory${nodeFilter}`, '{{node}} used'],
          [`emqx_vm_total_memory${nodeFilter}`, '{{node}} total'],
        ],
        { width: 8 },
      ),
      chart(
        'Days until certificates expire',
        'd',
        [['(emqx_cert_expiry_at - time()) / 86400', '{{listener_type}}:{{listener_name}}']],
        { width: 8 },
      ),
      chart('Scheduler run queue', 'short', byNode('emqx_vm_run_queue'), { width: 8 }),
      chart('Messages in process mailboxes', 'short', byNode('emqx_vm_process_messages_in_queues'), { width: 8 }),
      chart('Event loop delay', 's', byNode('nodejs_eventloop_lag_p99_seconds'), {
        width: 8,
        description: '99th percentile.',
      }),
      chart('Event loop utilization', 'percentunit', byNode('nodejs_eventloop_utilization'), { width: 8 }),
      chart(
        'Process memory',
        'bytes',
        [
          [`process_resident_memory_bytes${nodeFilter}`, '{{node}} resident'],
          [`nodejs_heap_size_used_bytes${nodeFilter}`, '{{node}} heap'],
        ],
        { width: 8 },
      ),
    ],
  },
]

const source = { type: 'prometheus', uid: '${datasource}' } as const
/** Supported by Grafana 10 and later. */
const schemaVersion = 39

/** Names of the metrics in a response of `/prometheus/stats`. */
export const exportedMetrics = (exposition: string): ReadonlySet<string> =>
  new Set([...exposition.matchAll(/^(?:# TYPE )?([A-Za-z_:][\w:]*)/gm)].map(([, name]) => name ?? ''))

/** Rows, panels and queries reduced to metrics that the broker exports: brokers differ, and some metrics must be enabled. */
const exportedRows = (exported: ReadonlySet<string>): readonly RowDefinition[] =>
  rows.flatMap((row) => {
    const panels = row.panels.flatMap((panel) => {
      const queries = panel.queries.filter(([expression]) => metricsIn(expression).every((name) => exported.has(name)))
      return queries.length === 0 ? [] : [{ ...panel, queries }]
    })
    return panels.length === 0 ? [] : [{ ...row, panels }]
  })

const metricsIn = (expression: string): readonly string[] => expression.match(/\b(?:emqx|nodejs|process)_\w+/g) ?? []

/**
 * A Grafana dashboard, as JSON for its import, for the metrics of `/prometheus/stats`.
 * @param exported names of the metrics that the broker exports
 */
export const createGrafanaDashboard = (exported: ReadonlySet<string>) => ({
  uid: 'mqdeck-broker',
  title: 'MQTT broker (MQDeck)',
  description: 'Metrics of /api/v5/prometheus/stats in any mode.',
  tags: ['mqtt', 'mqdeck'],
  schemaVersion,
  version: 1,
  editable: true,
  graphTooltip: 1,
  refresh: '10s',
  time: { from: 'now-1h', to: 'now' },
  timezone: '',
  annotations: { list: [] },
  links: [],
  templating: { list: variables },
  panels: layOut(exportedRows(exported)),
})

const variables = [
  { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus', refresh: 1, hide: 0 },
  {
    name: 'node',
    label: 'Node',
    type: 'query',
    datasource: source,
    query: { query: 'label_values(emqx_connections_count, node)', refId: 'node' },
    definition: 'label_values(emqx_connections_count, node)',
    refresh: 2,
    sort: 1,
    multi: true,
    includeAll: true,
    // Also matches metrics summed over all nodes, which have no node label.
    allValue: '.*',
    current: { selected: true, text: ['All'], value: ['$__all'] },
    hide: 0,
  },
] as const

function layOut(rows: readonly RowDefinition[]) {
  let id = 0
  let y = 0
  return rows.flatMap(({ title, height, panels }) => {
    const rowHeader = { id: ++id, type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: 24, h: 1 }, panels: [] }
    y += 1
    let x = 0
    const placed = panels.map((panel) => {
      if (x + panel.width > 24) {
        x = 0
        y += height
      }
      const gridPos = { x, y, w: panel.width, h: height }
      x += panel.width
      return toPanel(panel, ++id, gridPos)
    })
    y += height
    return [rowHeader, ...placed]
  })
}

const toPanel = ({ title, description = '', type, unit, queries }: PanelDefinition, id: number, gridPos: object) => ({
  id,
  type,
  title,
  description,
  gridPos,
  datasource: source,
  targets: queries.map(([expr, legendFormat], index) => ({
    refId: String.fromCharCode(65 + index),
    datasource: source,
    editorMode: 'code',
    expr,
    legendFormat,
    range: true,
  })),
  fieldConfig: {
    defaults: {
      unit,
      min: 0,
      color: { mode: type === 'stat' ? 'fixed' : 'palette-classic', ...(type === 'stat' && { fixedColor: 'text' }) },
      custom: type === 'stat' ? {} : { lineWidth: 2, fillOpacity: 8, showPoints: 'never', spanNulls: false },
    },
    overrides: [],
  },
  options:
    type === 'stat'
      ? { colorMode: 'value', graphMode: 'area', reduceOptions: { calcs: ['lastNotNull'], fields: '', values: false } }
      : {
          legend: { displayMode: 'list', placement: 'bottom', showLegend: true },
          tooltip: { mode: 'multi', sort: 'desc' },
        },
})
