import type { Alarm } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { alarmKindOf } from './alarm-kind.ts'
import { alarmMessages } from './messages.ts'

export interface AlarmTexts {
  /** "High processor load" for `high_cpu_usage`; the name as words where it is not known. */
  readonly titleOf: (alarm: Alarm) => string
  /** The alarm's message, in the page's language where that is possible. */
  readonly messageOf: (alarm: Alarm) => string
  /** What it means and what helps; empty where the alarm is not known. */
  readonly adviceOf: (alarm: Alarm) => string
}

export function useAlarmTexts(): AlarmTexts {
  const { titles, advice, said } = useMessages(alarmMessages)
  const format = useFormat()
  return useMemo(
    () => ({
      titleOf(alarm) {
        const about = alarmKindOf(alarm)
        return 'subject' in about ? titles[about.kind](about.subject) : titles[about.kind]()
      },
      messageOf({ message, details }) {
        const { usage, high_watermark, duration, threshold, send_pend, reason, error, free_bytes, required_bytes } =
          details
        if (reason === 'jq_program_paused' && typeof details.time_limit === 'number')
          return said.jqPaused(format.span(details.time_limit))
        if (typeof usage === 'number' && typeof high_watermark === 'number')
          return said.usage(format.number(usage), format.number(high_watermark))
        if (typeof duration === 'number' && typeof threshold === 'number')
          return said.duration(format.span(duration), format.span(threshold))
        if (typeof send_pend === 'number' && typeof high_watermark === 'number')
          return said.waiting(format.bytes(send_pend), format.bytes(high_watermark))
        if (typeof free_bytes === 'number' && typeof required_bytes === 'number')
          return said.free(format.bytes(free_bytes), format.bytes(required_bytes))
        if ((reason === 'start_failed' || reason === 'uncaught_exception') && typeof error === 'string') return error
        const [, cause] = /^resource down: (.*)$/s.exec(message) ?? []
        return cause === undefined ? message : said.down(cause)
      },
      adviceOf: (alarm) => advice[alarmKindOf(alarm).kind],
    }),
    [titles, advice, said, format],
  )
}
