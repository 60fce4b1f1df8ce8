import type { Alarm } from '@mqdeck/contract'
import { useChange, useConfirmJob, useErrorText, useFresh } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { AffectedItems, confirm, toast } from '../../ui/index.ts'
import { alarmMessages } from './messages.ts'
import { alarmsQuery, deactivateAlarmChange } from './queries.ts'
import { useAlarmTexts } from './use-alarm-texts.ts'

/** Deactivates an alarm after confirmation and reports where it is still active: EMQX deactivates it only on the requested node. */
export function useDeactivateAlarm(): (alarm: Alarm) => Promise<void> {
  const texts = useMessages(alarmMessages)
  const { titleOf } = useAlarmTexts()
  const errorText = useErrorText()
  const format = useFormat()
  const { run } = useChange(deactivateAlarmChange)
  const loadAlarms = useFresh(alarmsQuery, { activated: true })
  return async (alarm) => {
    const title = titleOf(alarm)
    const isConfirmed = await confirm({
      title: texts.deactivateQuestion,
      body: <AffectedItems names={[title]}>{texts.deactivateBody}</AffectedItems>,
      action: texts.deactivate,
      danger: true,
    })
    if (!isConfirmed) return
    try {
      await run(alarm.name)
    } catch (error) {
      toast.error(texts.deactivateFailed(title), errorText(error))
      return
    }
    // The request succeeded. The nodes where the alarm is still active are optional information.
    const remaining = await loadAlarms().catch(() => undefined)
    const nodes = (remaining?.alarms ?? [])
      .filter(
        ({ name, activate_at, node }) =>
          name === alarm.name && (node !== alarm.node || activate_at === alarm.activate_at),
      )
      .map(({ node }) => node)
    if (nodes.length > 0) toast.info(texts.stillActive(title, format.list(nodes)))
    else toast.success(texts.deactivated(title))
  }
}

/** Deactivates alarms one by one after confirmation. Resolves to true if the user confirmed. */
export function useDeactivateAlarms(): (alarms: readonly Alarm[]) => Promise<boolean> {
  const texts = useMessages(alarmMessages)
  const { titleOf } = useAlarmTexts()
  const confirmJob = useConfirmJob()
  return (alarms) => {
    const names = [...new Set(alarms.map(({ name }) => name))]
    return confirmJob({
      title: texts.deactivateManyQuestion(names.length),
      affected: [...new Set(alarms.map(titleOf))],
      consequence: texts.deactivateBody,
      action: texts.deactivate,
      job: texts.deactivateMany(names.length),
      items: names,
      nameOf: (name) => name,
      change: deactivateAlarmChange,
      perSecond: 20,
    })
  }
}
