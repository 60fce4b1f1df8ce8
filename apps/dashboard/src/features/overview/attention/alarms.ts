import type { Alarm } from '@mqdeck/contract'
import { useData } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { type AlarmKind, alarmIdOf, alarmKindOf, useAlarmTexts } from '../../alarms/index.ts'
import { checkOf } from './check.ts'
import type { AlarmFinding, Check } from './finding.ts'
import { attentionMessages } from './messages.ts'
import { checkedAlarmsQuery } from './queries.ts'

const criticalKinds: readonly AlarmKind['kind'][] = [
  'connector',
  'action',
  'source',
  'authn',
  'authz',
  'resource',
  'listener',
  'start_failed',
  'disk_full',
  'partition',
]

/** The node of these alarms is the place to look at. */
const nodeKinds: readonly AlarmKind['kind'][] = [
  'high_cpu_usage',
  'high_system_memory_usage',
  'high_process_memory_usage',
  'long_schedule',
  'long_gc',
]

const active = { activated: true }

/** Active alarms; the same alarm of several nodes counts once, and so do all clients that receive too slowly. */
export function useAlarmCheck(): Check & { readonly alarms: readonly AlarmFinding[] } {
  const texts = useMessages(attentionMessages)
  const format = useFormat()
  const { titleOf, messageOf } = useAlarmTexts()
  const loaded = useData(checkedAlarmsQuery, active)
  const alarms = loaded.data?.alarms ?? []
  const found = groupAlarms(alarms).map(({ id, all }): AlarmFinding => {
    const [first] = all
    const { kind } = alarmKindOf(first)
    const isNode = nodeKinds.includes(kind)
    const isSeveral = kind === 'conn_congestion' && all.length > 1
    return {
      id,
      severity: criticalKinds.includes(kind) ? 'critical' : 'warning',
      title: isSeveral ? texts.congested(format.number(all.length)) : titleOf(first),
      facts: isSeveral ? [] : [messageOf(first)],
      since: Math.min(...all.map(({ activate_at }) => Date.parse(activate_at))),
      cause: causeOf(first),
      target: isNode
        ? { to: '/dashboard/nodes/$nodeName', params: { nodeName: first.node } }
        : { to: '/alarm/current', ...(!isSeveral && { search: { alarm: alarmIdOf(first) } }) },
    }
  })
  const check = checkOf({ ...loaded, data: loaded.data && !loaded.data.alarms ? null : loaded.data }, () => [])
  return { ...check, alarms: found }
}

interface AlarmGroup {
  readonly id: string
  readonly all: readonly [Alarm, ...Alarm[]]
}

function groupAlarms(alarms: readonly Alarm[]): readonly AlarmGroup[] {
  const groups = new Map<string, [Alarm, ...Alarm[]]>()
  for (const alarm of alarms) {
    const known = alarmKindOf(alarm)
    const id = 'subject' in known && known.kind !== 'conn_congestion' ? `${known.kind}:${known.subject}` : known.kind
    const group = groups.get(id)
    if (group) group.push(alarm)
    else groups.set(id, [alarm])
  }
  return Array.from(groups, ([id, all]) => ({ id, all }))
}

/** `action:TYPE:NAME:connector:TYPE:NAME` is down because its connector is. */
const causeOf = ({ name }: Alarm) => /^(?:action|source):.*:(connector:[^:]+:[^:]+)$/.exec(name)?.[1]
