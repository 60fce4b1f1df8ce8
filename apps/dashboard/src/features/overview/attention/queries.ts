import {
  ApiError,
  endpoint,
  type IntegrationFailure,
  type ListenerSummary,
  listCertificates,
  type RuleSummary,
  textBody,
} from '@mqdeck/contract'
import { defineQuery, orIfMissing } from '../../../api/index.ts'
import { prometheusMembers, readPrometheusText } from '../../../lib/prometheus-text.ts'
import { alarmsQuery } from '../../alarms/index.ts'
import { channelQueries, connectorsQuery } from '../../integrations/index.ts'
import type { HealthCounters } from '../../rules/index.ts'

const minute = 60_000

/**
 * Endpoints of the contract without their schemas, which are larger than the overview. The mode returns the whole cluster in
 * one response.
 */
const light = <Path extends `/${string}`>(path: Path) =>
  ({ method: 'GET', path, tag: '', ok: { 200: textBody } }) as const
const mode = '?mode=all_nodes_aggregated'
const getPrometheusStats = endpoint({ ...light(`/prometheus/stats${mode}`), auth: 'none' })
const getPrometheusAuth = endpoint({ ...light(`/prometheus/auth${mode}`), auth: 'none' })
const getPrometheusDataIntegration = endpoint({ ...light(`/prometheus/data_integration${mode}`), auth: 'none' })
const listRuleSummaries = endpoint(light('/mqdeck/rules_summary'))
const listListeners = endpoint(light('/listeners'))

/** The lists of other pages, at a fixed interval: the checks also run while the refresh is off. */
export const checkedAlarmsQuery = { ...alarmsQuery, poll: minute / 2 }
export const checkedConnectorsQuery = { ...connectorsQuery, poll: minute }
export const checkedListenersQuery = defineQuery<undefined, readonly ListenerSummary[]>({
  name: 'listener-states',
  // The body is JSON with the shape of the contract.
  load: async (call, _, signal) => (await call(listListeners, { signal })) as unknown as readonly ListenerSummary[],
  poll: minute,
})
export const checkedActionsQuery = { ...channelQueries.action.summaries, poll: minute }

/** The counters of a rule. */
export interface CountedRule {
  readonly isEnabled: boolean
  readonly counters: HealthCounters
  /** A few minutes ago, if the broker keeps them. */
  readonly earlier?: HealthCounters | undefined
  /** The latest error, if the broker keeps it. */
  readonly failure?: IntegrationFailure | undefined
}

/** By rule ID. */
export type CountedRules = ReadonlyMap<string, CountedRule>

/**
 * The counters of all rules in one request. The API of EMQX has them for one rule at a time only, except for Prometheus,
 * which can be restricted to API keys; then this fails with 401.
 */
export const ruleCountersQuery = defineQuery<{ readonly hasOwnApi: boolean }, CountedRules | null>({
  name: 'rule-counters',
  async load(call, { hasOwnApi }, signal) {
    const own = hasOwnApi ? await orIfMissing(call(listRuleSummaries, { signal }), undefined) : undefined
    // The body is JSON with the shape of the contract.
    if (own) return new Map((own as unknown as readonly RuleSummary[]).map((rule) => [rule.id, toCountedRule(rule)]))
    const text = await orIfMissing(call(getPrometheusDataIntegration, { signal }), null)
    if (text === null) return null
    const rules = prometheusMembers(String(text), 'emqx_rule_', 'id')
    return new Map(Array.from(rules, ([id, samples]) => [id, fromPrometheus(samples)]))
  },
  poll: minute,
})

const toCountedRule = ({ enable, metrics, earlier, last_failure: failure }: RuleSummary): CountedRule => ({
  isEnabled: enable,
  counters: metrics,
  earlier,
  failure,
})

function fromPrometheus(samples: Readonly<Record<string, number>>): CountedRule {
  const count = (name: string) => samples[name] ?? 0
  return {
    isEnabled: samples.enable !== 0,
    counters: {
      matched: count('matched'),
      'failed.exception': count('failed_exception'),
      'actions.success': count('actions_success'),
      'actions.failed': count('actions_failed'),
      'actions.discarded': count('actions_discarded'),
    },
  }
}

/** The same from one request for each of the first rules, so much less often. */
export const requestedRuleCountersQuery = defineQuery<undefined, CountedRules>({
  name: 'requested-rule-counters',
  load: async (call, _, signal) => (await import('./requested-rules.ts')).requestRules(call, signal),
  poll: 5 * minute,
})

export const isForbidden = (error: unknown) =>
  error instanceof ApiError && (error.status === 401 || error.status === 403)

/** Enabled authenticators and authorization sources that are not connected, by ID. */
interface DisconnectedMembers {
  readonly authn: readonly string[]
  readonly authz: readonly string[]
}

export const accessStatesQuery = defineQuery<undefined, DisconnectedMembers | null>({
  name: 'access-states',
  async load(call, _, signal) {
    const answer = await orIfMissing(call(getPrometheusAuth, { signal }), null)
    if (answer === null) return null
    const text = String(answer)
    const disconnected = (prefix: string, label: string) =>
      Array.from(prometheusMembers(text, prefix, label))
        .filter(([, { enable, status }]) => enable === 1 && status === 0)
        .map(([id]) => id)
    return { authn: disconnected('emqx_authn_', 'id'), authz: disconnected('emqx_authz_', 'type') }
  },
  poll: minute,
})

export interface CertificateExpiry {
  /** `ssl:default`, or the setting without a listener. */
  readonly owner: string
  readonly listener: string | undefined
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Certificates in use, except those that the server renews. EMQX has only those of listeners, and only for Prometheus. */
export const certificatesQuery = defineQuery<undefined, readonly CertificateExpiry[] | null>({
  name: 'certificate-expiry',
  async load(call, _, signal) {
    const own = await orIfMissing(call(listCertificates, { signal }), undefined)
    if (own)
      return own.flatMap(({ path, not_after: end, renewed_by_server: isRenewed }) => {
        if (end === null || isRenewed) return []
        const listener = /^listeners\.(\w+)\.([\w-]+)\./.exec(path)?.slice(1).join(':')
        return [{ owner: listener ?? path, listener, expiresAt: Date.parse(end) }]
      })
    const text = await orIfMissing(call(getPrometheusStats, { signal }), null)
    if (text === null) return null
    return readPrometheusText(String(text), 'emqx_cert_expiry_at').map(({ labels, value }) => {
      const listener = `${labels.listener_type}:${labels.listener_name}`
      return { owner: listener, listener, expiresAt: value * 1000 }
    })
  },
  poll: 10 * minute,
})
