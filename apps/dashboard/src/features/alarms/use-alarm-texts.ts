import type { Alarm } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { useAuthenticatorName, useSourceName } from '../../lib/access/access-names.ts'
import { type AlarmKind, alarmKindOf } from './alarm-kind.ts'
import { causeOf } from './alarm-severity.ts'
import { alarmMessages } from './messages.ts'

export interface AlarmTexts {
  /** "High CPU usage" for `high_cpu_usage`; the name as words if it is unknown. */
  readonly titleOf: (alarm: Alarm) => string
  /** The message of the alarm, translated if possible. */
  readonly messageOf: (alarm: Alarm) => string
  /** The other object that caused the alarm: a connector. Empty if there is none. */
  readonly causeTextOf: (alarm: Alarm) => string
}

export function useAlarmTexts(): AlarmTexts {
  const { titles, messages, causedBy } = useMessages(alarmMessages)
  const format = useFormat()
  const authenticatorName = useAuthenticatorName()
  const sourceName = useSourceName()
  return useMemo(() => {
    const nameOf = ({ kind, subject }: Extract<AlarmKind, { readonly subject: string }>) => {
      if (kind === 'authn') return authenticatorName(subject)
      if (kind === 'authz') return sourceName(subject)
      // TYPE:NAME. The title has the name that the user chose, as lists and the overview do.
      return kind === 'connector' || kind === 'action' || kind === 'source' ? subject.replace(/^[^:]+:/, '') : subject
    }
    return {
      titleOf(alarm) {
        const kind = alarmKindOf(alarm)
        return 'subject' in kind ? titles[kind.kind](nameOf(kind)) : titles[kind.kind]()
      },
      messageOf({ message, details }) {
        const { usage, high_watermark, duration, threshold, send_pend, reason, error, free_bytes, required_bytes } =
          details
        if (reason === 'jq_program_paused' && typeof details.time_limit === 'number')
          return messages.jqPaused(format.span(details.time_limit))
        if (typeof usage === 'number' && typeof high_watermark === 'number')
          return messages.usage(format.number(usage), format.number(high_watermark))
        if (typeof duration === 'number' && typeof threshold === 'number')
          return messages.duration(format.span(duration), format.span(threshold))
        if (typeof send_pend === 'number' && typeof high_watermark === 'number')
          return messages.pending(format.bytes(send_pend), format.bytes(high_watermark))
        if (typeof free_bytes === 'number' && typeof required_bytes === 'number')
          return messages.free(format.bytes(free_bytes), format.bytes(required_bytes))
        if ((reason === 'start_failed' || reason === 'uncaught_exception') && typeof error === 'string') return error
        const [, cause] = /^resource down: (.*)$/s.exec(message) ?? []
        return cause === undefined ? message : messages.down(cause)
      },
      causeTextOf(alarm) {
        const cause = causeOf(alarm)
        return cause === undefined ? '' : causedBy(cause.replace(/^connector:[^:]+:/, ''))
      },
    }
  }, [titles, messages, causedBy, format, authenticatorName, sourceName])
}
