import { type Family, gauge } from './exposition.ts'
import type { Section } from './report.ts'

/** Families with a sample per object. `+` marks counters, the others are gauges. */
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

/** Metrics of an authenticator, source, rule, action or connector, by their name without the prefix such as `emqx_authn_`. */
interface MemberMetrics {
  readonly name: string
  readonly metrics: Readonly<Record<string, number>>
}

export interface AccessMetrics {
  readonly authn: readonly MemberMetrics[]
  readonly authz: readonly MemberMetrics[]
  /** Number of banned clients. */
  readonly banned: number
}

/** `/prometheus/auth` */
export function toAuthSections({ authn: authenticators, authz: sources, banned }: AccessMetrics): readonly Section[] {
  const authnFamilies = families('authn', 'id', authenticators)
  const authzFamilies = families('authz', 'type', sources)
  return [
    { key: 'emqx_authn', scope: 'node', shape: 'list', families: authnFamilies(authn) },
    { key: 'emqx_authn', scope: 'cluster', shape: 'list', families: authnFamilies(['users_count']) },
    { key: 'emqx_authz', scope: 'node', shape: 'list', families: authzFamilies(authz) },
    { key: 'emqx_authz', scope: 'cluster', shape: 'list', families: authzFamilies(['rules_count']) },
    { key: 'emqx_banned', scope: 'cluster', shape: 'one', families: [gauge('emqx_banned_count', banned)] },
  ]
}

/** Rules are named by ID, actions and connectors by `type:name`. */
export interface DataIntegrationMetrics {
  readonly rules: readonly MemberMetrics[]
  readonly actions: readonly MemberMetrics[]
  readonly connectors: readonly MemberMetrics[]
}

/** Validations and transformations are named by their name. */
export interface DataHubMetrics {
  readonly validations: readonly MemberMetrics[]
  readonly transformations: readonly MemberMetrics[]
  /** Number of schemas in the registry. */
  readonly schemas: number
}

const policy = ['enable', 'matched+', 'failed+', 'succeeded+'] as const

/** `/prometheus/schema_validation` */
export const toSchemaValidationSections = ({ validations }: DataHubMetrics): readonly Section[] => [
  {
    key: 'schema_validations',
    scope: 'node',
    shape: 'list',
    families: families('schema_validation', 'validation_name', validations)(policy),
  },
]

/** `/prometheus/message_transformation`. EMQX's label is named after validations too. */
export const toMessageTransformationSections = ({ transformations }: DataHubMetrics): readonly Section[] => [
  {
    key: 'message_transformations',
    scope: 'node',
    shape: 'list',
    families: families('message_transformation', 'validation_name', transformations)(policy),
  },
]

/** `/prometheus/data_integration` */
export function toDataIntegrationSections({
  rules,
  actions,
  connectors,
  schemas,
}: DataIntegrationMetrics & Pick<DataHubMetrics, 'schemas'>): readonly Section[] {
  return [
    {
      key: 'data_integration_overview',
      scope: 'cluster',
      shape: 'one',
      families: [
        gauge('emqx_rules_count', rules.length),
        gauge('emqx_actions_count', actions.length),
        gauge('emqx_connectors_count', connectors.length),
        gauge('emqx_schema_registrys_count', schemas),
      ],
    },
    { key: 'rules', scope: 'node', shape: 'list', families: families('rule', 'id', rules)(rule) },
    { key: 'actions', scope: 'node', shape: 'list', families: families('action', 'id', actions)(action) },
    { key: 'connectors', scope: 'node', shape: 'list', families: families('connector', 'id', connectors)(connector) },
  ]
}

function families(prefix: string, label: string, members: readonly MemberMetrics[]) {
  return (names: readonly string[]): readonly Family[] =>
    names.map((marked) => {
      const name = marked.replace('+', '')
      return {
        name: `emqx_${prefix}_${name}`,
        type: marked === name ? 'gauge' : 'counter',
        samples: members.flatMap((member) => {
          const value = member.metrics[name]
          return value === undefined ? [] : [{ labels: { [label]: member.name }, value }]
        }),
      }
    })
}
