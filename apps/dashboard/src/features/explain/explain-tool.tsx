import type { ExplainRequest, ListenerSummary } from '@mqdeck/contract'
import { useState } from 'react'
import { MissingOptionsNotice, useChange, useData, useErrorText } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { EmptyState, ErrorState, join, Notice, ScrollIntoView, Section, Skeleton, Stack } from '../../ui/index.ts'
import { listenersQuery } from '../listeners/index.ts'
import { ClientForm } from './client-form.tsx'
import styles from './explain.module.css'
import { type ExplainInput, emptyInput, faultsOf, toRequest } from './explain-input.ts'
import type { ExplainResult } from './explain-result.ts'
import { explainMessages } from './messages.ts'
import { explainChange } from './queries.ts'
import { ResultView } from './result-view.tsx'

/** Unsaved settings that are used instead of the current ones. */
export type Draft = NonNullable<ExplainRequest['draft']>

/** Initial values of the form. */
type Prefilled = Partial<ExplainInput>

interface ExplainToolProps {
  readonly prefilled?: Prefilled
  readonly draft?: Draft | undefined
  /** The draft has syntax errors, so no request is sent. */
  readonly isBlocked?: boolean
  /** Called with the values of each request. */
  readonly onExplain?: (input: ExplainInput) => void
  /** Shows the result below the form instead of next to it. */
  readonly isNarrow?: boolean
}

const noValues = {}
const noListeners: readonly ListenerSummary[] = []

/** The default TCP listener of the broker. */
const defaultId = 'tcp:default'
const defaultListener = (ids: readonly string[]) => (ids.includes(defaultId) ? defaultId : ids[0])

/** The form and the result next to each other. */
export function ExplainTool({
  prefilled = noValues,
  draft,
  isBlocked = false,
  onExplain,
  isNarrow = false,
}: ExplainToolProps) {
  const texts = useMessages(explainMessages)
  const listenerList = useData(listenersQuery, undefined)
  const listeners = (listenerList.data ?? noListeners).map(({ id }) => id)
  const [typed, setTyped] = useState<ExplainInput>({ ...emptyInput, ...prefilled })
  const input = { ...typed, listener: typed.listener ?? defaultListener(listeners) }
  const [isSubmitted, setSubmitted] = useState(false)
  /** The result with the values it belongs to; the form may have changed since. */
  const [shown, setShown] = useState<ShownResult>()
  const { run, isRunning, error, reset } = useChange(explainChange)
  const faults = faultsOf(input)
  const explain = async () => {
    setSubmitted(true)
    if (Object.keys(faults).length > 0 || isBlocked || isRunning) return
    reset()
    onExplain?.(input)
    try {
      const result = await run({ ...toRequest(input), ...(draft && { draft }) })
      setShown({ at: Date.now(), input, result, isDraft: draft !== undefined })
    } catch {
      // The error is shown instead of the result.
      setShown(undefined)
    }
  }
  return (
    <div className={join(styles.tool, isNarrow && styles.narrow)}>
      <Section title={texts.client}>
        <MissingOptionsNotice queries={[listenerList]} />
        <ClientForm
          input={input}
          onChange={(change) => setTyped({ ...typed, ...change })}
          faults={isSubmitted ? faults : noValues}
          onExplain={() => void explain()}
          isExplaining={isRunning}
          listeners={listeners}
        />
      </Section>
      <div aria-live="polite" aria-busy={isRunning}>
        <ResultPane shown={shown} error={error} isRunning={isRunning} />
      </div>
    </div>
  )
}

interface ShownResult {
  /** Milliseconds; a new value resets the state of the view. */
  readonly at: number
  readonly input: ExplainInput
  readonly result: ExplainResult
  readonly isDraft: boolean
}

interface ResultPaneProps {
  readonly shown: ShownResult | undefined
  readonly error: Error | undefined
  readonly isRunning: boolean
}

function ResultPane({ shown, error, isRunning }: ResultPaneProps) {
  const texts = useMessages(explainMessages)
  const describe = useErrorText()
  if (error)
    return (
      <ScrollIntoView trigger={error}>
        <ErrorState title={texts.explainFailed} message={describe(error)} />
      </ScrollIntoView>
    )
  if (shown)
    return (
      <Stack gap={4}>
        {shown.isDraft && <Notice tone="amber">{texts.ofDraft}</Notice>}
        <ResultView key={shown.at} input={shown.input} result={shown.result} />
      </Stack>
    )
  if (isRunning) return <Skeleton height={320} />
  return (
    <Section>
      <EmptyState title={texts.nothingYet} hint={texts.nothingYetHint} />
    </Section>
  )
}
