import { useMemo } from 'react'
import { useData } from '../../api/index.ts'
import type { ChartEvent } from '../../ui/charts/time-chart.tsx'
import { useAlarmTexts } from '../alarms/index.ts'
import { checkedAlarmsQuery } from './attention/queries.ts'
import { pastAlarmsQuery } from './queries.ts'

/** More would cover the charts. */
const maxEvents = 200

/** The activation of present and past alarms, newest first. */
export function useAlarmEvents(): readonly ChartEvent[] {
  const { titleOf } = useAlarmTexts()
  const active = useData(checkedAlarmsQuery, { activated: true }).data?.alarms
  const past = useData(pastAlarmsQuery, { activated: false }).data?.alarms
  return useMemo(
    () =>
      [...(active ?? []), ...(past ?? [])]
        .map((alarm) => ({ time: Date.parse(alarm.activate_at), label: titleOf(alarm) }))
        .toSorted((a, b) => b.time - a.time)
        .slice(0, maxEvents),
    [active, past, titleOf],
  )
}
