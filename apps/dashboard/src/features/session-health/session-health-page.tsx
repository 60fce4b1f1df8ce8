import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { nodesQuery, useConnection, useData } from '../../data/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, Dim, EmptyState, PageHeader, Stack, Switch, useSearchState } from '../../ui/index.ts'
import { Distributions } from './distributions.tsx'
import { Meanings } from './meanings.tsx'
import { messages } from './messages.ts'
import { clientPageLoader } from './queries.ts'
import { RankedSessions } from './ranked-sessions.tsx'
import { measures } from './ranking.ts'
import type { ScanState } from './scan.ts'
import { ScanBar } from './scan-bar.tsx'
import { Totals } from './totals.tsx'
import { useScan } from './use-scan.ts'

const search = z.object({
  by: z.enum(measures).default('attention').catch('attention'),
  find: z.string().optional().catch(undefined),
  node: z.string().min(1).optional().catch(undefined),
})

/** Up to so many sessions everything is asked of each, which tells the listener. */
const smallCluster = 10_000

export default function SessionHealthPage() {
  const texts = useMessages(messages)
  const { call } = useConnection()
  const { scan, state } = useScan()
  const [ranked, setSearch] = useSearchState(search)
  const expected = useExpectedSessions()
  const [chosen, setChosen] = useState<boolean>()
  const withListener = chosen ?? (expected !== undefined && expected <= smallCluster)
  const { phase, ranking, before } = state
  const isOpen = phase === 'running' || phase === 'paused' || phase === 'failed'
  const start = () => scan.start({ expected, load: clientPageLoader(call, withListener) })
  const startButton = (
    <Button variant="primary" icon={<IconPlayerPlay size={16} aria-hidden />} onClick={start}>
      {ranking ? texts.again : texts.start}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            {phase === 'running' && (
              <Button icon={<IconPlayerPause size={16} aria-hidden />} onClick={scan.pause}>
                {texts.pause}
              </Button>
            )}
            {(phase === 'paused' || phase === 'failed') && (
              <Button variant="primary" icon={<IconPlayerPlay size={16} aria-hidden />} onClick={scan.resume}>
                {texts.resume}
              </Button>
            )}
            {isOpen && (
              <Button icon={<IconPlayerStop size={16} aria-hidden />} onClick={scan.stop}>
                {texts.stop}
              </Button>
            )}
            {!isOpen && ranking && startButton}
          </>
        }
      />
      <Stack gap={5}>
        {!isOpen && (
          <Switch
            label={texts.withListener}
            description={texts.withListenerNote}
            checked={withListener}
            onChange={setChosen}
          />
        )}
        <ScanBar state={state} />
        {ranking && (
          <>
            <Stack gap={2}>
              <Totals totals={ranking.totals} before={phase === 'finished' ? before?.totals : undefined} />
              <Snapshot state={state} />
            </Stack>
            <RankedSessions
              ranking={ranking}
              hasBefore={before !== undefined}
              search={ranked}
              onSearch={(change) => setSearch(change)}
            />
            <Distributions counts={ranking.counts} />
          </>
        )}
        {!ranking && !isOpen && <EmptyState title={texts.none} hint={texts.noneHint} action={startButton} />}
        <Meanings findings={ranking?.findings} />
      </Stack>
    </>
  )
}

/** Of all nodes that tell. */
function useExpectedSessions(): number | undefined {
  return useData(nodesQuery, undefined).data?.reduce((sum, { connections = 0 }) => sum + connections, 0)
}

/** From when the figures are, and with what they are compared. */
function Snapshot({ state: { ranking, endedAt, phase, before } }: { readonly state: ScanState }) {
  const texts = useMessages(messages)
  const format = useFormat()
  if (!ranking || phase !== 'finished') return null
  const took = format.span((endedAt ?? ranking.at) - ranking.at)
  const compared = before ? ` ${texts.compared(format.time(before.at))}` : ''
  return <Dim small>{texts.snapshot(format.time(ranking.at), took) + compared}</Dim>
}
