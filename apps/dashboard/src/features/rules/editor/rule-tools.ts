import { outputsOf } from '@mqdeck/rules/catalog'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useData, useIsViewer } from '../../../api/index.ts'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import { fromBase64, toText } from '../../../lib/payload/payload.ts'
import { filterFault } from '../../../lib/topics/topic-filter.ts'
import type { Completion } from '../../../ui/index.ts'
import { channelQueries, idOf, sourceTopic } from '../../integrations/index.ts'
import { retainedSampleQuery, ruleEventsQuery, topicsQuery } from '../queries.ts'
import { sampleToTest } from '../test/sample-handover.ts'
import { samplePayload } from '../test/sample-payload.ts'
import { type TestData, testDataFor } from '../test/test-data.ts'
import { toTestData } from '../test/use-live-message.ts'
import { columnsOf } from './columns.ts'
import { editorMessages } from './editor-messages.ts'
import { titleOf } from './example-list.tsx'
import type { Example } from './examples.ts'
import { sqlHelp } from './sql-help.ts'
import { useStatement } from './use-statement.ts'

/** Parsed SQL, completion and test data for the editors of a rule. */
export function useRuleTools(ruleId: string, sql: string) {
  const isViewer = useIsViewer()
  const eventsRead = useData(ruleEventsQuery, undefined)
  const topicsRead = useData(topicsQuery, undefined)
  const sourcesRead = useData(channelQueries.source.summaries, undefined)
  const { data: events = nothing } = eventsRead
  const read = useStatement(sql, events)
  const [typedTest, setTest] = useState<TestData>()
  const source = read.statement?.sources[0]?.text ?? 't/#'
  const sample = useLastMessage(isViewer || typedTest ? undefined : source)
  const data = typedTest ?? withSample(testDataFor(source, events), sample ?? payloadFor(sql))
  const sources = read.statement?.sources.map(({ text }) => text) ?? noSources
  useSampleOfError(ruleId, (json) => {
    const data = toTestData(json, sources, events)
    if (data) setTest(data)
  })
  return {
    events,
    read,
    help: useSqlHelp(data.values.payload ?? '', events, topicsRead.data, sourcesRead.data),
    placeholders: usePlaceholders(read, events),
    queries: [eventsRead, topicsRead, sourcesRead],
    test: { sql, sources, events, data, isSample: typedTest === undefined && sample !== undefined, onData: setTest },
    /** Takes over the test data of an example. */
    takeExample({ source, values }: Example) {
      if (source === undefined) return setTest(undefined)
      const initial = testDataFor(source, events)
      setTest({ ...initial, values: { ...initial.values, ...values } })
    },
  }
}

/** A payload with the fields that the SQL reads, until there is a real one. */
const payloadFor = (sql: string): TestData['values'] | undefined => {
  const payload = samplePayload(sql)
  return payload === undefined ? undefined : { payload }
}

const withSample = (data: TestData, sample: TestData['values'] | undefined): TestData =>
  sample && 'payload' in data.values ? { ...data, values: { ...data.values, ...sample } } : data

const nothing: readonly never[] = []
const noSources: readonly string[] = []

type Events = Parameters<typeof columnsOf>[1]
type Sources = readonly Parameters<typeof sourceTopic>[0][]

/** A stable object that reads the latest data of the page. */
function useSqlHelp(payload: string, events: Events, topics: readonly string[] = nothing, sources: Sources = nothing) {
  const texts = useMessages(editorMessages)
  const locale = useLocale()
  const around = {
    locale,
    columnsOf: (source: Parameters<typeof columnsOf>[0]) => columnsOf(source, events),
    sources: [
      ...topics.map((text) => ({ text, about: texts.kinds.topic })),
      ...events
        .filter(({ event }) => event.startsWith('$events/') && event !== '$events/message_publish')
        .map((event) => ({ text: event.event, about: titleOf(event, locale) })),
      ...sources.map((one) => ({ text: sourceTopic(one), about: idOf(one) })),
    ],
    payload,
    suggestions: texts.suggestions,
  }
  const latest = useRef(around)
  useLayoutEffect(() => {
    latest.current = around
  })
  return useMemo(() => sqlHelp(() => latest.current), [])
}

/** The outputs of the SQL as placeholders. */
function usePlaceholders({ statement }: ReturnType<typeof useStatement>, events: Events): readonly Completion[] {
  const texts = useMessages(editorMessages)
  return useMemo(() => {
    const names = statement ? outputsOf(statement, (source) => columnsOf(source, events) ?? []) : []
    return [{ label: '${.}', detail: texts.completeResult }, ...names.map((name) => ({ label: `\${${name}}` }))]
  }, [statement, events, texts])
}

/** Takes over the data of an error once. */
function useSampleOfError(ruleId: string, onSample: (json: string) => void): void {
  const given = useSyncExternalStore(sampleToTest.subscribe, sampleToTest.get)
  const take = useEffectEvent(onSample)
  useEffect(() => {
    if (given?.ruleId !== ruleId) return
    sampleToTest.set(undefined)
    take(given.json)
  }, [given, ruleId])
}

/** Milliseconds without changes of the SQL before a request is sent. */
const settledAfterMs = 600

/**
 * Test values from the newest retained message of an input, so that tests have a real payload. Undefined without such a
 * message, if its payload is not text, and while the SQL is being typed.
 */
function useLastMessage(source: string | undefined): Readonly<Record<string, string>> | undefined {
  const [settled, setSettled] = useState(source)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(source), settledAfterMs)
    return () => clearTimeout(timer)
  }, [source])
  const filter = settled === source && source !== undefined && isOfMessages(source) ? source : undefined
  const { data: message } = useData(retainedSampleQuery, { filter: filter ?? '' }, { enabled: filter !== undefined })
  if (filter === undefined || !message?.payload) return undefined
  const payload = toText(fromBase64(message.payload))
  if (payload === undefined) return undefined
  const { topic, qos, from_clientid: clientid, from_username: username } = message
  return { topic, payload, qos: String(qos), clientid, ...(username !== 'undefined' && { username }) }
}

const isOfMessages = (source: string) => !source.startsWith('$') && filterFault(source) === undefined
