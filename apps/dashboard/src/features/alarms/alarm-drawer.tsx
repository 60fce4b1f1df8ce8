import type { Alarm } from '@mqdeck/contract'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { CodeBlock, type Description, DescriptionList, Drawer, Link, Mono, Stack, StatusDot } from '../../ui/index.ts'
import { alarmKindOf } from './alarm-kind.ts'
import styles from './alarms.module.css'
import { alarmMessages } from './messages.ts'
import { useAlarmTexts } from './use-alarm-texts.ts'

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
  const { adviceOf, messageOf } = useAlarmTexts()
  const format = useFormat()
  const kind = alarmKindOf(alarm)
  const advice = adviceOf(alarm)
  const message = messageOf(alarm)
  const isPast = alarm.deactivate_at !== undefined
  const items: readonly Description[] = [
    {
      label: texts.state,
      value: <StatusDot tone={isPast ? 'grey' : 'red'}>{isPast ? texts.stateInactive : texts.stateActive}</StatusDot>,
    },
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
          {kind.kind === 'conn_congestion' && (
            <Link to="/clients/detail/$clientId" params={{ clientId: kind.subject }}>
              {texts.showClient}
            </Link>
          )}
        </section>
      )}
      {Object.keys(alarm.details).length > 0 && (
        <section>
          <h3 className={styles.heading}>{texts.details}</h3>
          <CodeBlock code={JSON.stringify(alarm.details, null, 2)} wrap />
        </section>
      )}
    </Stack>
  )
}
