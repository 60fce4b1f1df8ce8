import type { Alarm } from '@mqdeck/contract'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { CodeBlock, type Description, DescriptionList, Drawer, Mono, Stack } from '../../ui/index.ts'
import { alarmAdvice } from './alarm-advice.ts'
import { alarmKindOf } from './alarm-kind.ts'
import { AlarmSeverityDot } from './alarm-severity-dot.tsx'
import styles from './alarms.module.css'
import { alarmMessages } from './messages.ts'
import { OpenAffected } from './open-affected.tsx'
import { useAlarmTexts } from './use-alarm-texts.ts'
import { useMutedAlarms } from './use-muted-alarms.ts'

interface AlarmDrawerProps {
  /** Undefined while the drawer is closed. */
  readonly alarm: Alarm | undefined
  readonly onClose: () => void
}

/** Details of an alarm. */
export function AlarmDrawer({ alarm, onClose }: AlarmDrawerProps) {
  const { titleOf } = useAlarmTexts()
  return (
    <Drawer opened={alarm !== undefined} onClose={onClose} title={alarm ? titleOf(alarm) : ''} size={520}>
      {alarm && <AlarmDetails alarm={alarm} />}
    </Drawer>
  )
}

function AlarmDetails({ alarm }: { readonly alarm: Alarm }) {
  const texts = useMessages(alarmMessages)
  const adviceTexts = useMessages(alarmAdvice)
  const { messageOf, causeTextOf } = useAlarmTexts()
  const { mutedUntil } = useMutedAlarms()
  const format = useFormat()
  const advice = adviceTexts[alarmKindOf(alarm).kind]
  const message = [messageOf(alarm), causeTextOf(alarm)].filter((part) => part !== '').join(' · ')
  const isPast = alarm.deactivate_at !== undefined
  const until = isPast ? undefined : mutedUntil(alarm)
  const state = until === undefined ? texts.stateActive : texts.mutedUntil(format.time(until))
  const isQuiet = isPast || until !== undefined
  const items: readonly Description[] = [
    { label: texts.severity, value: <AlarmSeverityDot alarm={alarm} muted={isQuiet} /> },
    { label: texts.state, value: isPast ? texts.stateInactive : state },
    { label: texts.duration, value: format.duration(alarm.duration) },
    { label: texts.activatedAt, value: format.dateTime(alarm.activate_at) },
    ...(isPast ? [{ label: texts.deactivatedAt, value: format.dateTime(alarm.deactivate_at) }] : []),
    { label: texts.node, value: alarm.node },
    { label: texts.name, value: <Mono>{alarm.name}</Mono> },
  ]
  return (
    <Stack gap={5}>
      {message !== '' && <p className={styles.message}>{message}</p>}
      <DescriptionList items={items} minWidth={200} />
      {advice !== '' && (
        <section>
          <h3 className={styles.heading}>{texts.explanation}</h3>
          <p>{advice}</p>
        </section>
      )}
      <OpenAffected alarm={alarm} />
      {Object.keys(alarm.details).length > 0 && (
        <section>
          <h3 className={styles.heading}>{texts.details}</h3>
          <CodeBlock code={JSON.stringify(alarm.details, null, 2)} wrap />
        </section>
      )}
    </Stack>
  )
}
