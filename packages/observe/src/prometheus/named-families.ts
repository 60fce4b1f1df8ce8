import { type Family, gauge } from './exposition.ts'
import type { Section } from './report.ts'

/** Families with a sample for each of several things; `+` marks counters, the others are gauges. */
const authn = ['enable', 'status', 'nomatch+', 'total+', 'success+', 'failed+']
const authz = ['enable', 'status', 'nomatch+', 'total+', 'allow+', 'deny+']
const rule = [
  'enable',
  'matched+',
  'failed+',
  'passed+',
  'failed_exception+',
  'failed_no_result+',
  'actions_total+',
  'actions_success+',
  'actions_failed+',
  'actions_failed_out_of_service+',
  'actions_failed_unknown+',
  'actions_discarded+',
]
const action = [
  'enable',
  'status',
  'matched+',
  'dropped+',
  'success+',
  'failed+',
  'inflight',
  'received+',
  'late_reply+',
  'retried+',
  'retried_success+',
  'retried_failed+',
  'dropped_resource_stopped+',
  'dropped_resource_not_found+',
  'dropped_queue_full+',
  'dropped_other+',
  'dropped_expired+',
  'queuing',
]
const connector = ['enable', 'status']

/** `/prometheus/auth`. This server has no authenticator and no source of authorization yet: their families have no samples. */
export const toAuthSections = (banned: number): readonly Section[] => [
  { key: 'emqx_authn', scope: 'node', shape: 'list', families: families('authn', authn) },
  { key: 'emqx_authn', scope: 'cluster', shape: 'list', families: families('authn', ['users_count']) },
  { key: 'emqx_authz', scope: 'node', shape: 'list', families: families('authz', authz) },
  { key: 'emqx_authz', scope: 'cluster', shape: 'list', families: families('authz', ['rules_count']) },
  { key: 'emqx_banned', scope: 'cluster', shape: 'one', families: [gauge('emqx_banned_count', banned)] },
]

/** `/prometheus/data_integration`. Nor has it rules, actions, connectors and schemas yet: there are none of them. */
export const dataIntegrationSections: readonly Section[] = [
  {
    key: 'data_integration_overview',
    scope: 'cluster',
    shape: 'one',
    families: ['rules', 'actions', 'connectors', 'schema_registrys'].map((name) => gauge(`emqx_${name}_count`, 0)),
  },
  { key: 'rules', scope: 'node', shape: 'list', families: families('rule', rule) },
  { key: 'actions', scope: 'node', shape: 'list', families: families('action', action) },
  { key: 'connectors', scope: 'node', shape: 'list', families: families('connector', connector) },
]

function families(of: string, names: readonly string[]): readonly Family[] {
  return names.map((name) => ({
    name: `emqx_${of}_${name.replace('+', '')}`,
    type: name.endsWith('+') ? 'counter' : 'gauge',
    samples: [],
  }))
}
