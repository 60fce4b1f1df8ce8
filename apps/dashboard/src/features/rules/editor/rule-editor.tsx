import { outputsOf } from '@mqdeck/rules/catalog'
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { MissingOptionsNotice, ReadOnlyNote, useData, useErrorText, useIsViewer } from '../../../api/index.ts'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import { fromBase64, toText } from '../../../lib/payload.ts'
import { filterFault } from '../../../lib/topic-filter.ts'
import {
  type Completion,
  FormBar,
  Notice,
  ScrollIntoView,
  Section,
  Stack,
  TextField,
  useUnsavedChangesGuard,
} from '../../../ui/index.ts'
import { channelQueries, idOf, sourceTopic } from '../../integrations/index.ts'
import { retainedSampleQuery, ruleEventsQuery, topicsQuery } from '../queries.ts'
import { WatchedTest } from '../runs/watched-test.tsx'
import { sampleToTest } from '../test/sample-handover.ts'
import { samplePayload } from '../test/sample-payload.ts'
import { SqlTest } from '../test/sql-test.tsx'
import { type TestData, testDataFor } from '../test/test-data.ts'
import { toTestData } from '../test/use-live-message.ts'
import { columnsOf } from './columns.ts'
import styles from './editor.module.css'
import { editorMessages } from './editor-messages.ts'
import { titleOf } from './example-list.tsx'
import type { Example } from './examples.ts'
import { InputList } from './input-list.tsx'
import { OutputList } from './output-list.tsx'
import { countChanges, idPattern, type RuleDraft } from './rule-draft.ts'
import { sqlHelp } from './sql-help.ts'
import { SqlSection } from './sql-section.tsx'
import { useStatement } from './use-statement.ts'

interface RuleEditorProps {
  /** Initial values. A new object resets the editor, so it must be stable. */
  readonly start: RuleDraft
  /** True for an existing rule, whose ID cannot change. */
  readonly exists: boolean
  /** Rejects with the error of the broker. */
  readonly onSave: (draft: RuleDraft) => Promise<unknown>
  /** Called when unsaved changes appear or disappear. */
  readonly onDirty?: (isDirty: boolean) => void
  readonly readOnly?: boolean
  /** Shown above the save bar. */
  readonly note?: ReactNode
}

/** Editor of a rule, with SQL, inputs, outputs and tests. */
export function RuleEditor({ start, exists, onSave, onDirty, readOnly = false, note }: RuleEditorProps) {
  const texts = useMessages(editorMessages)
  const errorText = useErrorText()
  const isViewer = useIsViewer()
  const isLocked = readOnly || isViewer
  const [draft, setDraft] = useState(start)
  const [seen, setSeen] = useState(start)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useState<unknown>()
  const [isTesting, setTesting] = useState(false)
  if (seen !== start) {
    setSeen(start)
    setDraft(start)
  }
  const eventsRead = useData(ruleEventsQuery, undefined)
  const topicsRead = useData(topicsQuery, undefined)
  const sourcesRead = useData(channelQueries.source.summaries, undefined)
  const { data: events = nothing } = eventsRead
  const read = useStatement(draft.sql, events)
  const [typedTest, setTest] = useState<TestData>()
  const source = read.statement?.sources[0]?.text ?? 't/#'
  const sample = useLastMessage(isViewer || typedTest ? undefined : source)
  const shownTest = typedTest ?? withSample(testDataFor(source, events), sample ?? payloadFor(draft.sql))
  useSampleOfError(start.id, (json) => {
    const data = toTestData(json, read.statement?.sources.map(({ text }) => text) ?? noSources, events)
    if (data) setTest(data)
  })
  const help = useSqlHelp(shownTest.values.payload ?? '', events, topicsRead.data, sourcesRead.data)
  const placeholders = usePlaceholders(read, events)
  const changes = countChanges(draft, start)
  const isDirty = !isLocked && changes > 0
  const mayLeave = useUnsavedChangesGuard(isDirty && !saving)
  const change = (part: Partial<RuleDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    setError(undefined)
    onDirty?.(countChanges(next, start) > 0)
  }
  const use = ({ sql, source, values }: Example) => {
    change({ sql })
    if (source !== undefined)
      setTest({
        ...testDataFor(source, events),
        ...(values && { values: { ...testDataFor(source, events).values, ...values } }),
      })
    else setTest(undefined)
  }
  const idFault = !exists && !idPattern.test(draft.id) ? texts.badId : undefined
  const problem = idFault
    ? texts.invalidId
    : read.errors.length > 0 || draft.sql.trim() === ''
      ? texts.invalidSql
      : undefined
  const save = async () => {
    if (problem !== undefined) return
    setSaving(true)
    setError(undefined)
    try {
      mayLeave()
      await onSave(draft)
    } catch (reason) {
      setError(reason)
    } finally {
      setSaving(false)
    }
  }
  const test = {
    sql: draft.sql,
    isSaved: changes === 0,
    sources: read.statement?.sources.map(({ text }) => text) ?? noSources,
    events,
    data: shownTest,
    isSample: typedTest === undefined && sample !== undefined,
    onData: setTest,
    onRunning: setTesting,
  }
  return (
    <Stack gap={4}>
      {isLocked && <ReadOnlyNote />}
      <Section>
        <div className={styles.identity}>
          {!exists && (
            <TextField
              label={texts.id}
              required
              mono
              value={draft.id}
              onChange={(event) => change({ id: event.currentTarget.value })}
              error={idFault}
              autoComplete="off"
            />
          )}
          <TextField
            label={texts.name}
            value={draft.name}
            disabled={isLocked}
            onChange={(event) => change({ name: event.currentTarget.value })}
            autoComplete="off"
          />
          <TextField
            label={texts.descriptionLabel}
            value={draft.description}
            disabled={isLocked}
            onChange={(event) => change({ description: event.currentTarget.value })}
            autoComplete="off"
          />
        </div>
      </Section>
      {!isLocked && <MissingOptionsNotice queries={[eventsRead, topicsRead, sourcesRead]} />}
      <div className={styles.layout}>
        <SqlSection
          sql={draft.sql}
          onChange={(sql) => change({ sql })}
          onExample={use}
          read={read}
          help={help}
          readOnly={isLocked}
        />
        <Stack gap={4} className={styles.side}>
          <InputList
            sql={draft.sql}
            onChange={(sql) => change({ sql })}
            read={read}
            events={events}
            readOnly={isLocked}
          />
          <OutputList
            outputs={draft.outputs}
            onChange={(outputs) => change({ outputs })}
            placeholders={placeholders}
            readOnly={isLocked}
          />
        </Stack>
        {!isViewer && (exists ? <WatchedTest ruleId={start.id} {...test} /> : <SqlTest ruleId={undefined} {...test} />)}
      </div>
      {note}
      {error !== undefined && (
        <ScrollIntoView trigger={error}>
          <div role="alert">
            <Notice tone="red">{errorText(error)}</Notice>
          </div>
        </ScrollIntoView>
      )}
      {!isLocked && (
        <FormBar
          changes={changes}
          isNew={!exists}
          onDiscard={() => {
            setDraft(start)
            setError(undefined)
            onDirty?.(false)
          }}
          onSave={() => void save()}
          saving={saving}
          problem={problem}
          blocked={isTesting && changes > 0 ? texts.testRuns : undefined}
          saveLabel={exists ? texts.save : texts.create}
        />
      )}
    </Stack>
  )
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
