import { IconChevronRight, IconEraser } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useErrorText } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { toPrettyJson } from '../../../lib/payload/payload.ts'
import { Button, CodeBlock, Dim, Mono, Notice, Section, StatusDot } from '../../../ui/index.ts'
import { groupRuns, type Part, type Run, type Verdict } from './group-runs.ts'
import { runMessages } from './run-messages.ts'
import styles from './runs.module.css'
import type { StepState, StepTail } from './step-tail.ts'

interface RunListProps {
  readonly tail: StepTail
  readonly state: StepState
  readonly isWatching: boolean
  readonly onWatch: (isWatching: boolean) => void
}

const maxShown = 50

const tones = { failed: 'red', pending: 'amber', noResult: 'grey', done: 'accent' } as const

/** Live runs of a rule with their steps, newest first. */
export function RunList({ tail, state, isWatching, onWatch }: RunListProps) {
  const texts = useMessages(runMessages)
  const errorText = useErrorText()
  const format = useFormat()
  const { steps, missed, isCut, silentNodes, isTraced, isUnsupported, error } = state
  const runs = useMemo(() => groupRuns(steps), [steps])
  const { shown, newer, pause, release } = usePausedRuns(runs)
  return (
    <Section
      title={texts.title}
      actions={
        !isUnsupported && (
          <>
            {runs.length > 0 && (
              <Button size="small" variant="subtle" icon={<IconEraser size={16} aria-hidden />} onClick={tail.clear}>
                {texts.clear}
              </Button>
            )}
            <Button size="small" onClick={() => onWatch(!isWatching)}>
              {isWatching ? texts.stopWatching : texts.watch}
            </Button>
          </>
        )
      }
    >
      <div className={styles.list}>
        {isUnsupported && <Dim>{texts.unsupported}</Dim>}
        {!isUnsupported && runs.length === 0 && <Dim>{isWatching ? texts.waiting : texts.hint}</Dim>}
        {isTraced && isWatching && <Dim small>{texts.traced}</Dim>}
        {error && <Notice tone="amber">{errorText(error)}</Notice>}
        {missed > 0 && <Notice tone="amber">{texts.missed(missed)}</Notice>}
        {isCut && <Notice tone="amber">{texts.incomplete}</Notice>}
        {silentNodes.length > 0 && <Notice tone="amber">{texts.silentNodes(format.list(silentNodes))}</Notice>}
        {newer > 0 && (
          <div role="status">
            <Button size="small" onClick={release}>
              {texts.newer(newer)}
            </Button>
          </div>
        )}
        {shown.slice(0, maxShown).map((run) => (
          <OneRun key={run.id} run={run} onOpen={pause} />
        ))}
        {shown.length > maxShown && <Dim>{texts.older(shown.length - maxShown)}</Dim>}
      </div>
    </Section>
  )
}

/** When a run is opened, newer runs are hidden until they are requested, so that the list does not move. */
function usePausedRuns(runs: readonly Run[]) {
  const [top, setTop] = useState<number>()
  const newer = Math.max(
    0,
    runs.findIndex(({ id }) => id === top),
  )
  return {
    shown: newer === 0 ? runs : runs.slice(newer),
    newer,
    pause: () => setTop((before) => (runs.some(({ id }) => id === before) ? before : runs[0]?.id)),
    release: () => setTop(undefined),
  }
}

function OneRun({ run, onOpen }: { readonly run: Run; readonly onOpen: () => void }) {
  const texts = useMessages(runMessages)
  const format = useFormat()
  return (
    <details className={styles.run} onToggle={(event) => event.currentTarget.open && onOpen()}>
      <summary className={styles.summary}>
        <IconChevronRight className={styles.chevron} size={16} aria-hidden />
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
