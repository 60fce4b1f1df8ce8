import type { Alarm } from '@mqdeck/contract'
import { useChange, useErrorText, useFresh, useStartJob } from '../../data/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { AffectedItems, confirm, toast } from '../../ui/index.ts'
import { alarmMessages } from './messages.ts'
import { alarmsQuery, endAlarm } from './queries.ts'
import { useAlarmTexts } from './use-alarm-texts.ts'

/** Asks, ends the alarm, and tells where it lasts all the same: EMQX ends it only on the node that was asked. */
export function useEndAlarm(): (alarm: Alarm) => Promise<void> {
  const texts = useMessages(alarmMessages)
  const { titleOf } = useAlarmTexts()
  const errorText = useErrorText()
  const format = useFormat()
  const { run } = useChange(endAlarm)
  const ask = useFresh(alarmsQuery, { activated: true })
  return async (alarm) => {
    const title = titleOf(alarm)
    const sure = await confirm({
      title: texts.endQuestion,
      body: <AffectedItems names={[title]}>{texts.endBody}</AffectedItems>,
      action: texts.end,
      danger: true,
    })
    if (!sure) return
    try {
      await run(alarm.name)
    } catch (error) {
      toast.error(texts.notEnded(title), errorText(error))
      return
    }
    // Whether it worked is known; where it did not, only perhaps.
    const left = await ask().catch(() => undefined)
    const nodes = (left?.alarms ?? [])
      .filter(
        ({ name, activate_at, node }) =>
          name === alarm.name && (node !== alarm.node || activate_at === alarm.activate_at),
      )
      .map(({ node }) => node)
    if (nodes.length > 0) toast.info(texts.stillOn(title, format.list(nodes)))
    else toast.success(texts.ended(title))
  }
}

/** Asks, then ends them one by one. True when the user agreed. */
export function useEndAlarms(): (alarms: readonly Alarm[]) => Promise<boolean> {
  const texts = useMessages(alarmMessages)
  const { titleOf } = useAlarmTexts()
  const start = useStartJob()
  return async (alarms) => {
    const names = [...new Set(alarms.map(({ name }) => name))]
    const sure = await confirm({
      title: texts.endManyQuestion(names.length),
      body: <AffectedItems names={[...new Set(alarms.map(titleOf))]}>{texts.endBody}</AffectedItems>,
      action: texts.end,
      danger: true,
    })
    if (sure)
      start({
        title: texts.endMany(names.length),
        items: names,
        nameOf: (name) => name,
        change: endAlarm,
        perSecond: 20,
      })
    return sure
  }
}
