import type { RuleEvent } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useData } from '../../api/index.ts'
import { dash, useFormat, useLocale, useMessages } from '../../i18n/index.ts'
import { Dim, Mono } from '../../ui/index.ts'
import { eventTitle } from './event-title.ts'
import { messages } from './messages.ts'
import { ruleEventsQuery } from './queries.ts'
import { published, readTrigger } from './trigger.ts'

const none: readonly RuleEvent[] = []

/** The trigger of a webhook in one line. */
export function TriggerText({ sql }: { readonly sql: string }) {
  const texts = useMessages(messages).trigger
  const format = useFormat()
  const locale = useLocale()
  const { data = none } = useData(ruleEventsQuery, undefined)
  const trigger = useMemo(() => {
    const known = data.map(({ event }) => event).filter((event) => event.startsWith('$events/'))
    return known.length > 0 && sql !== '' ? readTrigger(sql, known) : undefined
  }, [data, sql])
  if (sql === '') return <Dim>{dash}</Dim>
  if (!trigger) return data.length === 0 ? <Dim>{dash}</Dim> : <span title={sql}>{texts.sql}</span>
  if (trigger.kind === 'all') return texts.all
  const titles = trigger.events
    .filter((event) => event !== published || trigger.events.length > 1 || trigger.kind === 'events')
    .map((event) => eventTitle(event, data, locale))
  if (trigger.kind === 'events') return <span title={sql}>{format.list(titles)}</span>
  return (
    <span title={sql}>
      {titles.length > 0 && format.list(titles)}
      {titles.length === 0 && trigger.filters.length === 0 && texts.messages}{' '}
      {trigger.filters.length > 0 && <Mono>{trigger.filters.join(', ')}</Mono>}
    </span>
  )
}
