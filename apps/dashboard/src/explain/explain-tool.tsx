import type { ExplainRequest, ListenerSummary } from '@mqdeck/contract'
import { useState } from 'react'
import { MissingOptionsNotice, useChange, useData, useErrorText } from '../data/index.ts'
import { listenersQuery } from '../data/listeners.ts'
import { useMessages } from '../i18n/index.ts'
import { EmptyState, ErrorState, ScrollIntoView, join, Notice, Section, Skeleton, Stack } from '../ui/index.ts'
import { type Asked, blank, faultsOf, toRequest } from './asked.ts'
import { ClientForm } from './client-form.tsx'
import styles from './explain.module.css'
import { explainMessages } from './messages.ts'
import type { Outcome } from './outcome.ts'
import { OutcomeView } from './outcome-view.tsx'
import { explainChange } from './queries.ts'

/** Settings that are judged in place of those in force. */
export type Draft = NonNullable<ExplainRequest['draft']>

/** What the form begins with. */
type Prefilled = Partial<Asked>

interface ExplainToolProps {
  readonly prefilled?: Prefilled
  readonly draft?: Draft | undefined
  /** The draft cannot be read, and says why: nothing is asked before it is mended. */
  readonly isBlocked?: boolean
  /** Hears of what is asked. */
  readonly onAsk?: (asked: Asked) => void
  /** The answer below the form, in a place that is narrow. */
  readonly isNarrow?: boolean
}

const nothing = {}
const none: readonly ListenerSummary[] = []

/** Where clients connect to a broker that nobody has changed. */
const usual = 'tcp:default'
const usualOf = (ids: readonly string[]) => (ids.includes(usual) ? usual : ids[0])

/** The question and the answer beside each other. */
export function ExplainTool({
  prefilled = nothing,
  draft,
  isBlocked = false,
  onAsk,
  isNarrow = false,
}: ExplainToolProps) {
  const texts = useMessages(explainMessages)
  const listenersRead = useData(listenersQuery, undefined)
  const listeners = (listenersRead.data ?? none).map(({ id }) => id)
  const [typed, setTyped] = useState<Asked>({ ...blank, ...prefilled })
  const asked = { ...typed, listener: typed.listener ?? usualOf(listeners) }
  const [isTried, setTried] = useState(false)
  /** The answer belongs to what was asked, not to what has been typed since. */
  const [answered, setAnswered] = useState<Answered>()
  const { run, isRunning, error, reset } = useChange(explainChange)
  const faults = faultsOf(asked)
  const ask = async () => {
    setTried(true)
    if (Object.keys(faults).length > 0 || isBlocked || isRunning) return
    reset()
    onAsk?.(asked)
    try {
      const outcome = await run({ ...toRequest(asked), ...(draft && { draft }) })
      setAnswered({ at: Date.now(), asked, outcome, isDraft: draft !== undefined })
    } catch {
      // Shown in the place of the answer.
      setAnswered(undefined)
    }
  }
  return (
    <div className={join(styles.tool, isNarrow && styles.narrow)}>
      <Section title={texts.client}>
        <MissingOptionsNotice queries={[listenersRead]} />
        <ClientForm
          asked={asked}
          onChange={(change) => setTyped({ ...typed, ...change })}
          faults={isTried ? faults : nothing}
          onAsk={() => void ask()}
          isAsking={isRunning}
          listeners={listeners}
        />
      </Section>
      <div aria-live="polite" aria-busy={isRunning}>
        <Answer answered={answered} error={error} isRunning={isRunning} />
      </div>
    </div>
  )
}

interface Answered {
  /** Another answer is drawn anew. */
  readonly at: number
  readonly asked: Asked
  readonly outcome: Outcome
  readonly isDraft: boolean
}

interface AnswerProps {
  readonly answered: Answered | undefined
  readonly error: Error | undefined
  readonly isRunning: boolean
}

function Answer({ answered, error, isRunning }: AnswerProps) {
  const texts = useMessages(explainMessages)
  const describe = useErrorText()
  if (error)
    return (
      <ScrollIntoView trigger={error}>
        <ErrorState title={texts.failed} message={describe(error)} />
      </ScrollIntoView>
    )
  if (answered)
    return (
      <Stack gap={4}>
        {answered.isDraft && <Notice tone="amber">{texts.ofDraft}</Notice>}
        <OutcomeView key={answered.at} asked={answered.asked} outcome={answered.outcome} />
      </Stack>
    )
  if (isRunning) return <Skeleton height={320} />
  return (
    <Section>
      <EmptyState title={texts.nothingYet} hint={texts.nothingYetHint} />
    </Section>
  )
}
