import type { Alarm } from '@mqdeck/contract'
import { useMessages } from '../../i18n/index.ts'
import { StatusDot } from '../../ui/index.ts'
import { severityOf } from './alarm-severity.ts'
import { alarmMessages } from './messages.ts'

const tones = { critical: 'red', warning: 'amber' } as const

/** The severity of an alarm. The dot of muted and past alarms is grey. */
export function AlarmSeverityDot({ alarm, muted }: { readonly alarm: Alarm; readonly muted: boolean }) {
  const { severities } = useMessages(alarmMessages)
  const severity = severityOf(alarm)
  return <StatusDot tone={muted ? 'grey' : tones[severity]}>{severities[severity]}</StatusDot>
}
