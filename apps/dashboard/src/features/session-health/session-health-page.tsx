import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { dash, useFormat, useMessages } from '../../i18n/index.ts'
import { Button, EmptyState, KeyValue, PageHeader, Stack, Switch, useSearchState } from '../../ui/index.ts'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Distributions } from './distributions.tsx'
import { FindingExplanations } from './finding-explanations.tsx'
import { messages } from './messages.ts'
import { RankedSessions } from './ranked-sessions.tsx'
import { measures, type Totals as SessionTotals } from './ranking.ts'
import { ScanStatus } from './scan-bar.tsx'
import styles from './session-health.module.css'
import { useSessionScan } from './use-session-scan.ts'

const searchSchema = z.object({
  by: z.enum(measures).default('attention').catch('attention'),
  find: z.string().optional().catch(undefined),
  node: z.string().min(1).optional().catch(undefined),
})

export default function SessionHealthPage() {
  const texts = useMessages(messages)
  const [chosen, setChosen] = useState<boolean>()
  const scan = useSessionScan({ withListener: chosen })
  const [search, setSearch] = useSearchState(searchSchema)
  const { state, isAutomatic } = scan
  const { phase, ranking, previous } = state
  const isWaiting = phase === 'idle' && ranking === undefined && isAutomatic === false
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <Stack gap={5}>
        {isAutomatic === false && (
          <Switch
            label={texts.withListener}
            description={texts.withListenerHelp}
            checked={chosen === true}
            onChange={setChosen}
          />
        )}
        {isWaiting ? (
          <EmptyState
            title={texts.noScan}
            hint={texts.noScanHint}
            action={
              <Button variant="primary" icon={<IconPlayerPlay size={16} aria-hidden />} onClick={scan.start}>
                {texts.startScan}
              </Button>
            }
          />
        ) : (
          <>
            <Stack gap={2}>
              <Totals totals={ranking?.totals} previous={phase === 'finished' ? previous?.totals : undefined} />
              <ScanStatus scan={scan} />
            </Stack>
            <RankedSessions
              ranking={ranking}
              hasPreviousScan={previous !== undefined}
              search={search}
              onSearch={(change) => setSearch(change, { keepScroll: true })}
            />
          </>
        )}
        {ranking && <Distributions counts={ranking.counts} />}
        {(ranking || isWaiting) && (
          <Disclosure label={texts.criteria}>
            <FindingExplanations findings={ranking?.findings} />
          </Disclosure>
        )}
      </Stack>
    </>
  )
}

const shown = [
  'sessions',
  'connected',
  'queued',
  'drops',
  'withFindings',
] as const satisfies readonly (keyof SessionTotals)[]

interface TotalsProps {
  /** Undefined until the first result. */
  readonly totals: SessionTotals | undefined
  readonly previous: SessionTotals | undefined
}

/** Totals of all sessions and their change since the previous scan. */
function Totals({ totals, previous }: TotalsProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const changeOf = (name: keyof SessionTotals) => {
    // The line is reserved, so that nothing moves when there is a comparison.
    if (!totals || !previous) return '\u00a0'
    const difference = totals[name] - previous[name]
    if (difference === 0) return texts.unchanged
    return texts.change(`${difference > 0 ? '+' : '−'}${format.number(Math.abs(difference))}`)
  }
  return (
    <div className={styles.totals}>
      {shown.map((name) => (
        <KeyValue
          key={name}
          label={texts.totals[name]}
          value={totals ? format.number(totals[name]) : dash}
          note={changeOf(name)}
        />
      ))}
    </div>
  )
}
