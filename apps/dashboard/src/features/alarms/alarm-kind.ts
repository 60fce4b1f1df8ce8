import type { Alarm } from '@mqdeck/contract'

/** Alarms of EMQX and of this broker that have no subject. */
const plainKinds = [
  'high_cpu_usage',
  'high_system_memory_usage',
  'high_process_memory_usage',
  'high_message_queue_usage',
  'too_many_processes',
  'too_many_open_files',
  'disk_full',
  'disk_not_responding',
  'long_schedule',
  'long_gc',
  'mnesia_transaction_manager_overload',
  'broker_pool_overload',
  'partition',
  'license_quota',
  'license_expiry',
  'unexpected_error',
] as const

type PlainKind = (typeof plainKinds)[number]

/** Kind of an alarm. `subject` is the affected object, or the alarm name if the object is unknown. */
export type AlarmKind =
  | { readonly kind: PlainKind }
  | {
      readonly kind:
        | 'conn_congestion'
        | 'connector'
        | 'action'
        | 'source'
        | 'jq_paused'
        | 'authn'
        | 'authz'
        | 'resource'
        | 'listener'
        | 'start_failed'
        | 'other'
      readonly subject: string
    }

export function alarmKindOf({ name, details }: Pick<Alarm, 'name' | 'details'>): AlarmKind {
  const plain = plainKinds.find((kind) => kind === name)
  if (plain) return { kind: plain }
  // conn_congestion/CLIENT/USERNAME, where both may contain slashes. The details have the client ID.
  const [congestion, client = ''] = /^conn_congestion\/(.*)\/[^/]*$/s.exec(name) ?? []
  if (congestion !== undefined)
    return { kind: 'conn_congestion', subject: typeof details.clientid === 'string' ? details.clientid : client }
  if (details.reason === 'start_failed') {
    const listener = /^listener:(.+)$/.exec(name)?.[1]
    return listener === undefined ? { kind: 'start_failed', subject: name } : { kind: 'listener', subject: listener }
  }
  // authn:password_based:mysql, authz:redis
  const [, chain, member] = /^(authn|authz):(.+)$/.exec(name) ?? []
  if ((chain === 'authn' || chain === 'authz') && member !== undefined) return { kind: chain, subject: member }
  // action:TYPE:NAME:connector:TYPE:NAME
  const [, type, subject] = /^(connector|action|source):([^:]+:[^:]+)/.exec(name) ?? []
  if ((type === 'connector' || type === 'action' || type === 'source') && subject !== undefined)
    return { kind: type, subject }
  const [, rule] = /^jq_paused:(.+)$/s.exec(name) ?? []
  if (rule !== undefined) return { kind: 'jq_paused', subject: rule }
  if (details.reason === 'resource_down')
    return { kind: 'resource', subject: typeof details.resource_id === 'string' ? details.resource_id : name }
  return { kind: 'other', subject: readable(name) }
}

/** Converts `test_alarm` to words. Names in another form are unchanged. */
function readable(name: string): string {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) return name
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
