import type { Alarm } from '@mqdeck/contract'
import { type AlarmKind, alarmKindOf } from './alarm-kind.ts'

export type AlarmSeverity = 'critical' | 'warning'

/** `critical`: a part of the broker does not work. `warning`: it works, but is close to a limit or was slow. */
const severities: Readonly<Record<AlarmKind['kind'], AlarmSeverity>> = {
  // Messages do not reach, or do not come from, an external system.
  connector: 'critical',
  action: 'critical',
  source: 'critical',
  resource: 'critical',
  // Clients are accepted or denied without it.
  authn: 'critical',
  authz: 'critical',
  // Clients cannot connect, or a configured part is missing.
  listener: 'critical',
  start_failed: 'critical',
  // Persistent sessions and retained messages are rejected.
  disk_full: 'critical',
  disk_not_responding: 'critical',
  // Nodes do not have the same clients and routes.
  partition: 'critical',
  // A rule with the program fails for each message.
  jq_paused: 'critical',
  // Part of the broker may not work.
  unexpected_error: 'critical',
  // Close to a limit.
  high_cpu_usage: 'warning',
  high_system_memory_usage: 'warning',
  high_process_memory_usage: 'warning',
  high_message_queue_usage: 'warning',
  too_many_processes: 'warning',
  too_many_open_files: 'warning',
  license_quota: 'warning',
  license_expiry: 'warning',
  // Slow for a moment.
  long_schedule: 'warning',
  long_gc: 'warning',
  mnesia_transaction_manager_overload: 'warning',
  broker_pool_overload: 'warning',
  // One client.
  conn_congestion: 'warning',
  other: 'warning',
}

export const severityOf = (alarm: Pick<Alarm, 'name' | 'details'>): AlarmSeverity => severities[alarmKindOf(alarm).kind]

/** The object that the alarm is about, such as `connector:pgsql:warehouse`. All clients that receive too slowly are one object. */
export function objectOf(alarm: Pick<Alarm, 'name' | 'details'>): string {
  const known = alarmKindOf(alarm)
  return 'subject' in known && known.kind !== 'conn_congestion' ? `${known.kind}:${known.subject}` : known.kind
}

/** The object that caused the alarm, if it is another one: an action is down because its connector is. */
export const causeOf = ({ name }: Pick<Alarm, 'name'>): string | undefined =>
  /^(?:action|source):.*:(connector:[^:]+:[^:]+)$/.exec(name)?.[1]
