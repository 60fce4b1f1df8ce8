import { describe, expect, test } from 'vitest'
import { isTarget, nodeTargets, type ScrapeConfig, targetsOf, writeScrapeConfig } from './scrape-config.ts'

const config: ScrapeConfig = {
  targets: ['127.0.0.1:18083'],
  isHttps: false,
  mode: 'node',
  paths: ['stats'],
  interval: 10,
  hasBasicAuth: false,
  nodeExporters: [],
  pushGateways: [],
}

test('a single node is scraped at the metrics path and labeled by its address', () => {
  expect(writeScrapeConfig(config)).toBe(`global:
  scrape_interval: 10s

scrape_configs:
  - job_name: mqtt
    metrics_path: /api/v5/prometheus/stats
    relabel_configs:
      - source_labels: [__address__]
        target_label: node
    static_configs:
      - targets: ["127.0.0.1:18083"]
`)
})

test('mode, basic authentication, HTTPS, node exporters and Pushgateways are written to the configuration', () => {
  const text = writeScrapeConfig({
    ...config,
    isHttps: true,
    mode: 'all_nodes_unaggregated',
    paths: ['stats', 'auth'],
    hasBasicAuth: true,
    nodeExporters: ['127.0.0.1:9100'],
    pushGateways: ['[::1]:9091'],
  })
  expect(text).toContain('  - job_name: mqtt_auth\n    metrics_path: /api/v5/prometheus/auth\n    scheme: https\n')
  expect(text).toContain('    params:\n      mode: [all_nodes_unaggregated]\n')
  expect(text).toContain('    basic_auth:\n      username: API_KEY\n      password: API_SECRET\n')
  expect(text).toContain('  - job_name: node\n    static_configs:\n      - targets: ["127.0.0.1:9100"]\n')
  expect(text).toContain('    honor_labels: true\n    static_configs:\n      - targets: ["[::1]:9091"]\n')
  expect(text).not.toContain('relabel')
})

test('each host of a cluster is a target at the port of its API', () => {
  expect(nodeTargets(['emqx@10.0.0.1', 'emqx@10.0.0.2'], '0.0.0.0:28083')).toEqual(['10.0.0.1:28083', '10.0.0.2:28083'])
  expect(nodeTargets(['emqx@a.example.com', 'emqx2@a.example.com'], 0)).toEqual(['a.example.com:18083'])
  expect(writeScrapeConfig({ ...config, apiPath: '/api/v5' })).toContain('metrics_path: /api/v5/prometheus/stats')
})

test.each(['localhost:18083', '10.0.0.1:9100', '[::1]:9091', 'a-b.example.com:443'])('%s is a valid target', (text) => {
  expect(isTarget(text)).toBe(true)
})
test.each(['localhost', 'http://a:1', 'a:99999', 'a b:1', '"a":1', ':1', 'a:1/x'])(
  '%s is not a valid target',
  (text) => {
    expect(isTarget(text)).toBe(false)
  },
)

describe('targets of a cluster', () => {
  const nodes = ['emqx@127.0.0.1', 'emqx2@127.0.0.1']

  test('are the addresses that the server in front of the cluster knows, also with equal hosts', () => {
    const urls = [
      { url: 'http://127.0.0.1:18084', node: 'emqx2@127.0.0.1' },
      { url: 'http://127.0.0.1:18083', node: 'emqx@127.0.0.1' },
    ]
    expect(targetsOf(nodes, urls, '18083')).toEqual({
      targets: ['127.0.0.1:18083', '127.0.0.1:18084'],
      isHttps: false,
    })
  })

  test('are derived from the names of nodes without a known address', () => {
    const urls = [{ url: 'https://a.example.com', node: 'emqx@10.0.0.1' }]
    expect(targetsOf(['emqx@10.0.0.1', 'emqx@10.0.0.2'], urls, 18083)).toEqual({
      targets: ['10.0.0.2:18083', 'a.example.com:443'],
      isHttps: true,
    })
  })
})
