import { IconEraser } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useErrorText } from '../../../data/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { toPrettyJson } from '../../../lib/payload.ts'
import { Button, CodeBlock, Dim, Mono, Notice, Section, StatusDot } from '../../../ui/index.ts'
import { runMessages } from './run-messages.ts'
import styles from './runs.module.css'
import { type Part, type Run, runsOf, type Verdict } from './runs-of.ts'
import type { StepState, StepTail } from './step-tail.ts'

interface RunListProps {
  readonly tail: StepTail
  readonly state: StepState
  readonly isWatching: boolean
  readonly onWatch: (isWatching: boolean) => void
}

const mostShown = 50

const tones = { failed: 'red', pending: 'amber', noResult: 'grey', done: 'accent' } as const

/** What the rule does as it happens: run by run, step by step, the newest first. */
export function RunList({ tail, state, isWatching, onWatch }: RunListProps) {
  const texts = useMessages(runMessages)
  const errorText = useErrorText()
  const format = useFormat()
  const { steps, missed, isCut, silent, isTraced, isMissing, error } = state
  const runs = useMemo(() => runsOf(steps), [steps])
  return (
    <Section
      title={texts.title}
      actions={
        !isMissing && (
          <>
            {runs.length > 0 && (
              <Button size="small" variant="subtle" icon={<IconEraser size={16} aria-hidden />} onClick={tail.clear}>
                {texts.clear}
              </Button>
            )}
            <Button size="small" onClick={() => onWatch(!isWatching)}>
              {isWatching ? texts.stop : texts.watch}
            </Button>
          </>
        )
      }
    >
      <div className={styles.list}>
        {isMissing && <Dim>{texts.missing}</Dim>}
        {!isMissing && runs.length === 0 && <Dim>{isWatching ? texts.waiting : texts.hint}</Dim>}
        {isTraced && isWatching && <Dim small>{texts.traced}</Dim>}
        {error && <Notice tone="amber">{errorText(error)}</Notice>}
        {missed > 0 && <Notice tone="amber">{texts.missed(missed)}</Notice>}
        {isCut && <Notice tone="amber">{texts.cut}</Notice>}
        {silent.length > 0 && <Notice tone="amber">{texts.silent(format.list(silent))}</Notice>}
        {runs.slice(0, mostShown).map((run) => (
          <OneRun key={run.id} run={run} />
        ))}
        {runs.length > mostShown && <Dim>{texts.older(runs.length - mostShown)}</Dim>}
      </div>
    </Section>
  )
}

function OneRun({ run }: { readonly run: Run }) {
  const texts = useMessages(runMessages)
  const format = useFormat()
  return (
    <details className={styles.run}>
      <summary className={styles.summary}>
        <VerdictDot verdict={run.verdict} />
        <span className={styles.cause}>
          <Mono>{run.cause ?? texts.unknownCause}</Mono>
        </span>
        {run.clientid !== undefined && <Dim small>{run.clientid}</Dim>}
        <Dim small>{format.time(run.at)}</Dim>
      </summary>
      <ol className={styles.parts}>
        {run.parts.map((part) => (
          <li key={part.target ?? ''}>
            <PartView part={part} />
          </li>
        ))}
      </ol>
    </details>
  )
}

function PartView({ part: { target, verdict, steps } }: { readonly part: Part }) {
  const texts = useMessages(runMessages)
  return (
    <>
      <div className={styles.part}>
        <strong>{target ?? texts.rule}</strong>
        <VerdictDot verdict={verdict} />
      </div>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step.position}>
            <span>{texts.events[step.event] ?? step.event}</span>
            {step.reason !== undefined && <span className={styles.reason}>{step.reason}</span>}
            {step.data !== undefined && <CodeBlock code={toPrettyJson(step.data) ?? step.data} />}
          </li>
        ))}
      </ol>
    </>
  )
}

function VerdictDot({ verdict }: { readonly verdict: Verdict }) {
  const texts = useMessages(runMessages)
  return <StatusDot tone={tones[verdict]}>{texts.verdicts[verdict]}</StatusDot>
}
