import type { RuleEvent } from '@mqdeck/contract'
import { IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMessages } from '../../../i18n/index.ts'
import { Button, focusInvalid, Group, IconButton, StatusDot, TextField, toast } from '../../../ui/index.ts'
import styles from './test.module.css'
import { isSameOutcome, readCases, type TestCase, type TestOutcome, writeCases } from './test-cases.ts'
import { contextOf, type TestData } from './test-data.ts'
import { testMessages } from './test-messages.ts'
import { useTestRuns } from './use-test-runs.ts'

interface CaseListProps {
  /** Undefined for a new rule. All new rules share their tests. */
  readonly ruleId: string | undefined
  readonly sql: string
  readonly data: TestData
  /** Result of the latest run with `data`. */
  readonly testOutcome: TestOutcome | undefined
  readonly events: readonly RuleEvent[]
  readonly onUse: (data: TestData) => void
}

type Verdict = 'running' | 'same' | 'other'

/** Saved tests with their expected results, to find unexpected effects of changes to the SQL. */
export function CaseList({ ruleId, sql, data, testOutcome, events, onUse }: CaseListProps) {
  const texts = useMessages(testMessages)
  const key = ruleId ?? ''
  const runs = useTestRuns()
  const [cases, setCases] = useState(() => readCases(key))
  const [verdicts, setVerdicts] = useState<Readonly<Record<string, Verdict>>>({})
  const [name, setName] = useState('')
  const [isNameMissing, setNameMissing] = useState(false)
  const keep = (next: readonly TestCase[]) => {
    setCases(next)
    if (!writeCases(key, next)) toast.error(texts.storageFull)
  }
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = name.trim()
    if (wanted === '') {
      flushSync(() => setNameMissing(true))
      return void focusInvalid(event.currentTarget)
    }
    if (!testOutcome) return
    keep([...cases.filter((one) => one.name !== wanted), { name: wanted, data, expected: testOutcome }])
    setName('')
  }
  const runAll = async () => {
    setVerdicts(Object.fromEntries(cases.map((one) => [one.name, 'running'])))
    for (const one of cases) {
      const context = contextOf(one.data, events)
      const came = context && 'invalidField' in context ? undefined : await runs.sql(sql, context)
      const verdict: Verdict = came && isSameOutcome(came, one.expected) ? 'same' : 'other'
      setVerdicts((all) => ({ ...all, [one.name]: verdict }))
    }
  }
  return (
    <div className={styles.cases}>
      <Group justify="between" wrap>
        <h3 className={styles.heading}>{texts.cases}</h3>
        {cases.length > 0 && (
          <Button size="small" icon={<IconPlayerPlay size={16} aria-hidden />} onClick={() => void runAll()}>
            {texts.runAll}
          </Button>
        )}
      </Group>
      <ul className={styles.caseRows}>
        {cases.map((one) => (
          <li key={one.name} className={styles.caseRow}>
            <button type="button" className={styles.caseName} onClick={() => onUse(one.data)}>
              {one.name}
            </button>
            <Badge verdict={verdicts[one.name]} />
            <IconButton
              size="small"
              label={texts.deleteTest(one.name)}
              icon={<IconTrash size={16} aria-hidden />}
              onClick={() => keep(cases.filter((other) => other !== one))}
            />
          </li>
        ))}
      </ul>
      {testOutcome ? (
        <form onSubmit={add} className={styles.keep}>
          <TextField
            aria-label={texts.caseName}
            placeholder={texts.caseName}
            value={name}
            error={isNameMissing && texts.required(texts.caseName)}
            onChange={(event) => {
              setName(event.currentTarget.value)
              setNameMissing(false)
            }}
            autoComplete="off"
          />
          <Button type="submit">{texts.saveTest}</Button>
        </form>
      ) : (
        cases.length === 0 && <p className={styles.hint}>{texts.casesHint}</p>
      )}
    </div>
  )
}

function Badge({ verdict }: { readonly verdict: Verdict | undefined }) {
  const texts = useMessages(testMessages)
  if (verdict === undefined) return <span />
  if (verdict === 'running') return <StatusDot tone="grey">{texts.running}</StatusDot>
  return verdict === 'same' ? (
    <StatusDot tone="accent">{texts.same}</StatusDot>
  ) : (
    <StatusDot tone="red">{texts.different}</StatusDot>
  )
}
