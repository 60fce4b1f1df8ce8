import type { RuleEvent } from '@mqdeck/contract'
import { IconBroadcast, IconPlayerPlay } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocale, useMessages } from '../../../i18n/index.ts'
import { toPrettyJson } from '../../../lib/payload/payload.ts'
import {
  Button,
  Checkbox,
  CodeBlock,
  confirm,
  Dim,
  Notice,
  Paragraphs,
  ScrollIntoView,
  Section,
  Select,
  Stack,
} from '../../../ui/index.ts'
import { eventFor } from '../editor/columns.ts'
import { titleOf } from '../editor/example-list.tsx'
import type { TestContext } from '../queries.ts'
import { CaseList } from './case-list.tsx'
import { ResultPayload } from './result-payload.tsx'
import styles from './test.module.css'
import type { TestOutcome } from './test-cases.ts'
import { contextOf, type TestData, testDataFor } from './test-data.ts'
import { TestFields } from './test-fields.tsx'
import { testMessages } from './test-messages.ts'
import type { LiveMessage } from './use-live-message.ts'
import { useTestRuns } from './use-test-runs.ts'

interface TestedSql {
  readonly sql: string
  /** The input in FROM. */
  readonly source: string
  readonly context: TestContext
  readonly outcome: TestOutcome
}

interface SqlTestProps {
  readonly sql: string
  /** Undefined for a new rule. */
  readonly ruleId: string | undefined
  /** True without unsaved changes. */
  readonly isSaved: boolean
  /** The inputs in FROM. */
  readonly sources: readonly string[]
  readonly events: readonly RuleEvent[]
  readonly data: TestData
  /** True if `data` is a retained message. */
  readonly isSample: boolean
  readonly onData: (data: TestData) => void
  /** Called before the saved rule runs. */
  readonly beforeRun?: () => Promise<void>
  /** Undefined for a new rule, and if the broker reports no runs. */
  readonly live?: LiveMessage | undefined
  /** Called when a test starts or ends. Stable. */
  readonly onRunning: (isRunning: boolean) => void
  /** Called after the SQL has been tested. */
  readonly onOutcome?: ((tested: TestedSql) => void) | undefined
}

type RunMode = 'sql' | 'dry' | 'real'

interface Ran {
  readonly of: TestOutcome
  readonly mode: RunMode
  /** The SQL and the message that were run. */
  readonly input: string
}

/** Tests the SQL with a message or event without saving it. A saved rule can also be run with its actions. */
export function SqlTest({
  sql,
  ruleId,
  isSaved,
  sources,
  events,
  data,
  isSample,
  onData,
  beforeRun,
  live,
  onRunning,
  onOutcome,
}: SqlTestProps) {
  const texts = useMessages(testMessages)
  const locale = useLocale()
  const runs = useTestRuns()
  const [running, setRunning] = useState<RunMode>()
  const [testOutcome, setOutcome] = useState<Ran>()
  const [invalidField, setUnfit] = useState<string>()
  const [runsOnChange, setRunsOnChange] = useState(false)
  useEffect(() => onRunning(running !== undefined), [onRunning, running])
  // A text, because the data is another object with each rendering.
  const input = JSON.stringify([sql, data])
  const offered = [...new Set([...sources, data.source])]
  const run = async (mode: RunMode) => {
    const context = contextOf(data, events)
    setUnfit(isInvalid(context) ? context.invalidField : undefined)
    if (isInvalid(context)) return
    if (mode === 'real') {
      const isSure = await confirm({
        title: texts.runRuleQuestion(ruleId ?? ''),
        body: texts.runRuleNote,
        action: texts.runRule,
      })
      if (!isSure) return
    }
    setRunning(mode)
    if (mode !== 'sql') await beforeRun?.()
    const of =
      mode === 'sql' || ruleId === undefined
        ? await runs.sql(sql, context)
        : await runs.rule(ruleId, context, mode === 'dry')
    setOutcome({ of, mode, input })
    if (mode === 'sql') onOutcome?.({ sql, source: data.source, context, outcome: of })
    setRunning(undefined)
  }
  const isOutdated = testOutcome !== undefined && testOutcome.input !== input
  const runAgain = useEffectEvent(() => void run('sql'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the SQL or the message changes
  useEffect(() => {
    if (!runsOnChange) return
    const timer = setTimeout(runAgain, settledAfterMs)
    return () => clearTimeout(timer)
  }, [runsOnChange, input])
  return (
    <Section
      title={texts.title}
      actions={
        <>
          {ruleId !== undefined && (
            <>
              <Button size="small" disabled={!isSaved} loading={running === 'dry'} onClick={() => void run('dry')}>
                {texts.dryRun}
              </Button>
              <Button size="small" disabled={!isSaved} loading={running === 'real'} onClick={() => void run('real')}>
                {texts.runRule}
              </Button>
            </>
          )}
          <Button
            size="small"
            icon={<IconPlayerPlay size={16} aria-hidden />}
            loading={running === 'sql'}
            onClick={() => void run('sql')}
          >
            {texts.runSql}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <div className={styles.panes}>
          <div className={styles.pane}>
            <div className={styles.paneHead}>
              <h3 className={styles.heading}>{texts.messageIn}</h3>
              {live && (
                <Button
                  size="small"
                  variant="subtle"
                  icon={<IconBroadcast size={16} aria-hidden />}
                  onClick={live.isWaiting ? live.stop : live.start}
                >
                  {live.isWaiting ? texts.stopWaiting : texts.useLive}
                </Button>
              )}
            </div>
            {live?.isWaiting && (
              <div role="status">
                <Dim small>{texts.waitingForLive}</Dim>
              </div>
            )}
            <Select
              label={texts.testEvent}
              value={data.source}
              onChange={(source) => source !== undefined && onData(testDataFor(source, events))}
              options={offered.map((value) => ({ value, label: sourceLabel(value, events, locale) }))}
              description={isSample ? texts.sample : undefined}
              error={sources.length > 0 && !sources.includes(data.source) ? texts.notInFrom : undefined}
            />
            <TestFields data={data} onChange={onData} events={events} invalidField={invalidField} />
          </div>
          <div className={styles.pane}>
            <div className={styles.paneHead}>
              <h3 className={styles.heading}>{texts.resultOut}</h3>
              <Checkbox label={texts.runOnChange} checked={runsOnChange} onChange={setRunsOnChange} />
            </div>
            {testOutcome ? (
              <ScrollIntoView trigger={testOutcome} block="nearest">
                <OutcomeView
                  testOutcome={testOutcome.of}
                  note={texts.notes[testOutcome.mode]}
                  topic={data.values.topic ?? ''}
                />
                {isOutdated && <Dim small>{texts.outdated}</Dim>}
              </ScrollIntoView>
            ) : (
              <p className={styles.noResult}>{texts.noResultYet}</p>
            )}
          </div>
        </div>
        <CaseList
          ruleId={ruleId}
          sql={sql}
          data={data}
          testOutcome={testOutcome?.mode === 'sql' && !isOutdated ? testOutcome.of : undefined}
          events={events}
          onUse={(used) => {
            onData(used)
            setOutcome(undefined)
          }}
        />
        {ruleId !== undefined && !isSaved && <Dim small>{texts.saveFirst}</Dim>}
      </Stack>
    </Section>
  )
}

/** Milliseconds without changes before the SQL runs again. */
const settledAfterMs = 500

const isInvalid = (context: ReturnType<typeof contextOf>): context is { readonly invalidField: string } =>
  typeof context === 'object' && 'invalidField' in context && !('event_type' in context)

function sourceLabel(source: string, events: readonly RuleEvent[], locale: 'en' | 'zh'): string {
  const event = source.startsWith('$events/') ? eventFor(source, events) : undefined
  return event ? `${titleOf(event, locale)} (${source})` : source
}

interface OutcomeViewProps {
  readonly testOutcome: TestOutcome
  readonly note?: string | undefined
  /** Of the test message. */
  readonly topic: string
}

/** No match is a result, not an error. */
function OutcomeView({ testOutcome, note, topic }: OutcomeViewProps) {
  const texts = useMessages(testMessages)
  return (
    <Stack gap={2}>
      <div role="status" aria-label={texts.testResult}>
        {testOutcome.kind === 'noMatch' && <Notice>{texts.noMatch}</Notice>}
        {testOutcome.kind === 'failed' && (
          <Notice tone="red">
            <Paragraphs>{testOutcome.message}</Paragraphs>
          </Notice>
        )}
        {testOutcome.kind === 'result' && (
          <Stack gap={2}>
            {note && <span>{note}</span>}
            <CodeBlock wrap code={toPrettyJson(testOutcome.text) ?? testOutcome.text} />
          </Stack>
        )}
      </div>
      {testOutcome.kind === 'result' && <ResultPayload json={testOutcome.text} topic={topic} />}
    </Stack>
  )
}
