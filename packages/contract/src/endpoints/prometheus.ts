import * as z from 'zod'
import { endpoint, textBody } from '../endpoint.ts'
import { oneOf, withDefault } from '../fields/index.ts'
import { prometheus } from '../roots/index.ts'

/** Which metrics of a cluster: of this node, of all nodes summed, or of all nodes with the label `node`. */
export const prometheusModes = ['node', 'all_nodes_aggregated', 'all_nodes_unaggregated'] as const
export type PrometheusMode = (typeof prometheusModes)[number]

const query = z.object({ mode: withDefault(oneOf(prometheusModes), 'node') })

/** Text for Prometheus, or JSON with `accept: application/json`. Public unless `enable_basic_auth` is on, then 401. */
const textEndpoint = { method: 'GET', tag: 'Monitor', auth: 'none', query, ok: { 200: textBody } } as const

export const getPrometheusStats = endpoint({ ...textEndpoint, path: '/prometheus/stats' })
export const getPrometheusAuth = endpoint({ ...textEndpoint, path: '/prometheus/auth' })
export const getPrometheusDataIntegration = endpoint({ ...textEndpoint, path: '/prometheus/data_integration' })
export const getPrometheusSchemaValidation = endpoint({ ...textEndpoint, path: '/prometheus/schema_validation' })
export const getPrometheusMessageTransformation = endpoint({
  ...textEndpoint,
  path: '/prometheus/message_transformation',
})

export const getPrometheus = endpoint({
  method: 'GET',
  path: '/prometheus',
  tag: 'Monitor',
  ok: { 200: prometheus.schema },
})

export const updatePrometheus = endpoint({
  method: 'PUT',
  path: '/prometheus',
  title: { en: 'Change Prometheus settings', zh: '修改 Prometheus 设置' },
  tag: 'Monitor',
  body: prometheus.schema,
  ok: { 200: prometheus.schema },
})

export const prometheusMetrics = {
  getPrometheusStats,
  getPrometheusAuth,
  getPrometheusDataIntegration,
  getPrometheusSchemaValidation,
  getPrometheusMessageTransformation,
  getPrometheus,
  updatePrometheus,
}
