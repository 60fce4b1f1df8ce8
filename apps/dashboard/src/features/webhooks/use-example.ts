import { ApiError, type RuleEvent } from '@mqdeck/contract'
import { fromPlainMap, parseSql, type ValueMap } from '@mqdeck/rules/catalog'
import { useMemo, useState } from 'react'
import { useData, useErrorSentence } from '../../api/index.ts'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { isRecord } from '../../lib/json/json-path.ts'
import { formMessages } from './form-messages.ts'
import { selectedQuery } from './queries.ts'
import { sampleEvent } from './sample.ts'
import { eventTitle, published, readTrigger, type Trigger } from './trigger.ts'

interface Example {
  /** The inputs of the SQL to choose from. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly chosen: string | undefined
  readonly choose: (source: string | undefined) => void
  /** The result of the rule. Undefined while it is loading or nothing is selected. */
  readonly data: ValueMap | undefined
  /** The reason why there is no result. */
  readonly problem: string | undefined
}

/** Example result of a rule. For SQL of the form it is created here, for custom SQL by the broker. */
export function useExample(sql: string, events: readonly RuleEvent[]): Example {
  const texts = useMessages(formMessages)
  const locale = useLocale()
  const describe = useErrorSentence()
  const known = useMemo(() => events.map(({ event }) => event), [events])
  const trigger = useMemo(() => (sql === '' ? undefined : readTrigger(sql, known)), [sql, known])
  const sources = useMemo(() => sourcesOf(sql, trigger, known), [sql, trigger, known])
  const [bodies, setWanted] = useState<string>()
  const chosen = bodies !== undefined && sources.includes(bodies) ? bodies : sources[0]
  const isForeign = sql !== '' && !trigger && chosen !== undefined
  const asked = useData(selectedQuery, { sql, source: chosen ?? '' }, { enabled: isForeign })
  const reported = Array.isArray(asked.data) ? asked.data[0] : asked.data
  const data = useMemo(() => {
    if (isForeign) return isRecord(reported) ? fromPlainMap(reported) : undefined
    const event = events.find((one) => one.event === chosen)
    return event && trigger && sampleEvent(event, trigger.kind === 'messages' ? trigger.filters : [])
  }, [isForeign, reported, events, chosen, trigger])
  const problemOf = (error: Error) =>
    error instanceof ApiError && error.status === 412 ? texts.noSample : describe(error)
  return {
    options: sources.map((value) => ({ value, label: eventTitle(value, events, locale) })),
    chosen,
    choose: setWanted,
    data,
    problem: isForeign && asked.error ? problemOf(asked.error) : sql === '' ? texts.needsTrigger : undefined,
  }
}

function sourcesOf(sql: string, trigger: Trigger | undefined, known: readonly string[]): readonly string[] {
  if (!trigger) return [...new Set((parseSql(sql).statement?.sources ?? []).map(({ text }) => text))]
  const events = trigger.kind === 'all' ? known : trigger.events
  return events.toSorted((a, b) => Number(b === published) - Number(a === published))
}
