import type { Alarm } from '@mqdeck/contract'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { CodeBlock, type Description, DescriptionList, Drawer, Link, Mono, Stack, StatusDot } from '../../ui/index.ts'
import { alarmKindOf } from './alarm-kind.ts'
import styles from './alarms.module.css'
import { alarmMessages } from './messages.ts'
import { useAlarmTexts } from './use-alarm-texts.ts'

interface AlarmDrawerProps {
  /** Undefined while none is open. */
  readonly alarm: Alarm | undefined
  readonly onClose: () => void
}

/** All that is known of one alarm. */
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
  const about = alarmKindOf(alarm)
  const advice = adviceOf(alarm)
  const message = messageOf(alarm)
  const isOver = alarm.deactivate_at !== undefined
  const facts: readonly Description[] = [
    {
      label: texts.state,
      value: <StatusDot tone={isOver ? 'grey' : 'red'}>{isOver ? texts.over : texts.lasting}</StatusDot>,
    },
    { label: texts.columns.duration, value: format.duration(alarm.duration) },
    { label: texts.columns.began, value: format.dateTime(alarm.activate_at) },
    ...(isOver ? [{ label: texts.columns.deactivate_at, value: format.dateTime(alarm.deactivate_at) }] : []),
    { label: texts.columns.node, value: alarm.node },
    { label: texts.name, value: <Mono>{alarm.name}</Mono> },
  ]
  return (
    <Stack gap={5}>
      {message !== '' && <p className={styles.message}>{message}</p>}
      <DescriptionList items={facts} minWidth={200} />
      {advice !== '' && (
        <section>
          <h3 className={styles.heading}>{texts.whatToDo}</h3>
          <p>{advice}</p>
          {about.kind === 'conn_congestion' && (
            <Link to="/clients/detail/$clientId" params={{ clientId: about.subject }}>
              {texts.toClient}
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
