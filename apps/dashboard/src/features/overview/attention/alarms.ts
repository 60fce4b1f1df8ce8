import type { Alarm } from '@mqdeck/contract'
import { useData } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  alarmIdOf,
  alarmKindOf,
  causeOf,
  objectOf,
  severityOf,
  targetOf,
  useAlarmTexts,
  useMutedAlarms,
} from '../../alarms/index.ts'
import { checkOf } from './check.ts'
import type { AlarmFinding, Check } from './finding.ts'
import { attentionMessages } from './messages.ts'
import { checkedAlarmsQuery } from './queries.ts'

const active = { activated: true }

/** Active alarms; the same alarm of several nodes counts once, and so do all clients that receive too slowly. */
export function useAlarmCheck(): Check & { readonly alarms: readonly AlarmFinding[] } {
  const texts = useMessages(attentionMessages)
  const format = useFormat()
  const { titleOf, messageOf } = useAlarmTexts()
  const { mutedUntil } = useMutedAlarms()
  const loaded = useData(checkedAlarmsQuery, active)
  const alarms = loaded.data?.alarms ?? []
  const found = groupAlarms(alarms).map(({ id, all }): AlarmFinding => {
    const [first] = all
    const { kind } = alarmKindOf(first)
    const isSeveral = kind === 'conn_congestion' && all.length > 1
    return {
      id,
      severity: severityOf(first),
      title: isSeveral ? texts.congested(format.number(all.length)) : titleOf(first),
      facts: isSeveral ? [] : [messageOf(first)],
      since: Math.min(...all.map(({ activate_at }) => Date.parse(activate_at))),
      cause: causeOf(first),
      isMuted: all.every((alarm) => mutedUntil(alarm) !== undefined),
      target: (targetOf(first)?.opens === 'node' && targetOf(first)?.target) || {
        to: '/alarm/current',
        ...(!isSeveral && { search: { alarm: alarmIdOf(first) } }),
      },
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
    const id = objectOf(alarm)
    const group = groups.get(id)
    if (group) group.push(alarm)
    else groups.set(id, [alarm])
  }
  return Array.from(groups, ([id, all]) => ({ id, all }))
}
