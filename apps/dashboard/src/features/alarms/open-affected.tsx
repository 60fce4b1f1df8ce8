import type { Alarm } from '@mqdeck/contract'
import { useMessages } from '../../i18n/index.ts'
import { Link, usePageIsAvailable } from '../../ui/index.ts'
import { targetOf } from './alarm-target.ts'
import { alarmMessages } from './messages.ts'

/** A link to the object that the alarm is about, if it has a page. */
export function OpenAffected({ alarm }: { readonly alarm: Alarm }) {
  const { opens } = useMessages(alarmMessages)
  const isHere = usePageIsAvailable()
  const found = targetOf(alarm)
  return found && isHere(found.target.to) ? <Link {...found.target}>{opens[found.opens]}</Link> : null
}
