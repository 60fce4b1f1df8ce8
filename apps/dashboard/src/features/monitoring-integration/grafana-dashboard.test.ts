import { expect, test } from 'vitest'
import { createGrafanaDashboard, exportedMetrics } from './grafana-dashboard.ts'

/** Stands for all metrics of all brokers. */
const everything = { has: () => true } as unknown as ReadonlySet<string> // only `has` is asked
const { panels, templating, schemaVersion } = createGrafanaDashboard(everything)
const expressionsOf = (exported: ReadonlySet<string>) =>
  createGrafanaDashboard(exported).panels.flatMap((panel) =>
    'targets' in panel ? panel.targets.map(({ expr }) => expr) : [],
  )

test('panels have unique IDs and do not overlap', () => {
  expect(schemaVersion).toBeGreaterThanOrEqual(39)
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const places = panels.map(({ gridPos }) => Object(gridPos))
  for (const [index, { x, y, w, h }] of places.entries()) {
    expect(x + w).toBeLessThanOrEqual(24)
    for (const other of places.slice(index + 1))
      expect(x + w <= other.x || other.x + other.w <= x || y + h <= other.y || other.y + other.h <= y).toBe(true)
  }
})

test('panels use the selected data source, queries have unique IDs and are filtered by the selected nodes', () => {
  const charts = panels.flatMap((panel) => ('targets' in panel ? [panel] : []))
  expect(charts.length).toBeGreaterThan(15)
  for (const { targets, datasource } of charts) {
    expect(datasource.uid).toBe('${datasource}')
    expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length)
    for (const { expr } of targets)
      expect(expr).toMatch(/node=~"\$node"|emqx_(topics|retained)_count|emqx_cluster_nodes_running|emqx_cert_expiry_at/)
  }
  expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'node'])
})

test('only panels with exported metrics are included', () => {
  const emqx = exportedMetrics(
    '# TYPE emqx_vm_run_queue gauge\n# HELP emqx_vm_run_queue\nemqx_vm_run_queue 0\n# TYPE emqx_messages_received counter\nemqx_messages_received{node="a"} 1\n',
  )
  expect(expressionsOf(emqx)).toEqual([
    'sum(rate(emqx_messages_received{node=~"$node"}[$__rate_interval]))',
    'emqx_vm_run_queue{node=~"$node"}',
  ])
  const titles = createGrafanaDashboard(emqx).panels.map(({ title }) => title)
  expect(titles).toEqual(['Messages', 'Messages', 'Machine and process', 'Scheduler run queue'])
})
