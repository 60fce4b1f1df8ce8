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

/** An authenticator or a source: its name and its figures, by what stands after `emqx_authn_` or `emqx_authz_`. */
interface MemberFigures {
  readonly name: string
  readonly figures: Readonly<Record<string, number>>
}

export interface AccessFigures {
  readonly authn: readonly MemberFigures[]
  readonly authz: readonly MemberFigures[]
  /** How many bans there are. */
  readonly banned: number
}

/** `/prometheus/auth` */
export function toAuthSections({ authn: authenticators, authz: sources, banned }: AccessFigures): readonly Section[] {
  const ofAuthn = families('authn', 'id', authenticators)
  const ofAuthz = families('authz', 'type', sources)
  return [
    { key: 'emqx_authn', scope: 'node', shape: 'list', families: ofAuthn(authn) },
    { key: 'emqx_authn', scope: 'cluster', shape: 'list', families: ofAuthn(['users_count']) },
    { key: 'emqx_authz', scope: 'node', shape: 'list', families: ofAuthz(authz) },
    { key: 'emqx_authz', scope: 'cluster', shape: 'list', families: ofAuthz(['rules_count']) },
    { key: 'emqx_banned', scope: 'cluster', shape: 'one', families: [gauge('emqx_banned_count', banned)] },
  ]
}

/** Rules by id; actions and connectors by `type:name`, with what stands after `emqx_rule_`, `emqx_action_` or `emqx_connector_`. */
export interface DataIntegrationFigures {
  readonly rules: readonly MemberFigures[]
  readonly actions: readonly MemberFigures[]
  readonly connectors: readonly MemberFigures[]
}

/** `/prometheus/data_integration`. There is no registry of schemas. */
export function toDataIntegrationSections({ rules, actions, connectors }: DataIntegrationFigures): readonly Section[] {
  return [
    {
      key: 'data_integration_overview',
      scope: 'cluster',
      shape: 'one',
      families: [
        gauge('emqx_rules_count', rules.length),
        gauge('emqx_actions_count', actions.length),
        gauge('emqx_connectors_count', connectors.length),
        gauge('emqx_schema_registrys_count', 0),
      ],
    },
    { key: 'rules', scope: 'node', shape: 'list', families: families('rule', 'id', rules)(rule) },
    { key: 'actions', scope: 'node', shape: 'list', families: families('action', 'id', actions)(action) },
    { key: 'connectors', scope: 'node', shape: 'list', families: families('connector', 'id', connectors)(connector) },
  ]
}

function families(of: string, label: string, members: readonly MemberFigures[]) {
  return (names: readonly string[]): readonly Family[] =>
    names.map((marked) => {
      const name = marked.replace('+', '')
      return {
        name: `emqx_${of}_${name}`,
        type: marked === name ? 'gauge' : 'counter',
        samples: members.flatMap((member) => {
          const value = member.figures[name]
          return value === undefined ? [] : [{ labels: { [label]: member.name }, value }]
        }),
      }
    })
}
