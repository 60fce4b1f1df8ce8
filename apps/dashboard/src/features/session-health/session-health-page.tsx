import { IconPlayerPause, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { type Connection, nodesQuery, useConnection, useData } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, Dim, EmptyState, KeyValue, PageHeader, Stack, Switch, useSearchState } from '../../ui/index.ts'
import { Distributions } from './distributions.tsx'
import { FindingExplanations } from './finding-explanations.tsx'
import { messages } from './messages.ts'
import { useClientPageLoader } from './queries.ts'
import { RankedSessions } from './ranked-sessions.tsx'
import { measures, type Totals as SessionTotals } from './ranking.ts'
import { openRankingWorker } from './ranking-port.ts'
import { createScan, type Scan, type ScanState } from './scan.ts'
import { ScanBar } from './scan-bar.tsx'
import styles from './session-health.module.css'

const searchSchema = z.object({
  by: z.enum(measures).default('attention').catch('attention'),
  find: z.string().optional().catch(undefined),
  node: z.string().min(1).optional().catch(undefined),
})

/** Up to this number of sessions, grouping by listener is enabled by default. */
const smallClusterSize = 10_000

export default function SessionHealthPage() {
  const texts = useMessages(messages)
  const { scan, state } = useScan()
  const [search, setSearch] = useSearchState(searchSchema)
  const expected = useExpectedSessions()
  const [chosen, setChosen] = useState<boolean>()
  const withListener = chosen ?? (expected !== undefined && expected <= smallClusterSize)
  const { phase, ranking, previous } = state
  const isActive = phase === 'running' || phase === 'paused' || phase === 'failed'
  const load = useClientPageLoader(withListener)
  const start = () => scan.start({ expected, load })
  const startButton = (
    <Button variant="primary" icon={<IconPlayerPlay size={16} aria-hidden />} onClick={start}>
      {ranking ? texts.scanAgain : texts.startScan}
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
            {isActive && (
              <Button icon={<IconPlayerStop size={16} aria-hidden />} onClick={scan.stop}>
                {texts.stop}
              </Button>
            )}
            {!isActive && ranking && startButton}
          </>
        }
      />
      <Stack gap={5}>
        {!isActive && (
          <Switch
            label={texts.withListener}
            description={texts.withListenerHelp}
            checked={withListener}
            onChange={setChosen}
          />
        )}
        <ScanBar state={state} />
        {ranking && (
          <>
            <Stack gap={2}>
              <Totals totals={ranking.totals} previous={phase === 'finished' ? previous?.totals : undefined} />
              <ScanTime state={state} />
            </Stack>
            <RankedSessions
              ranking={ranking}
              hasPreviousScan={previous !== undefined}
              search={search}
              onSearch={(change) => setSearch(change)}
            />
            <Distributions counts={ranking.counts} />
          </>
        )}
        {!ranking && !isActive && <EmptyState title={texts.noScan} hint={texts.noScanHint} action={startButton} />}
        <FindingExplanations findings={ranking?.findings} />
      </Stack>
    </>
  )
}

/** Sum of the connections of all nodes that report them. */
function useExpectedSessions(): number | undefined {
  return useData(nodesQuery, undefined).data?.reduce((sum, { connections = 0 }) => sum + connections, 0)
}

/** Time of the scan and of the scan it is compared with. */
function ScanTime({ state: { ranking, endedAt, phase, previous } }: { readonly state: ScanState }) {
  const texts = useMessages(messages)
  const format = useFormat()
  if (!ranking || phase !== 'finished') return null
  const took = format.span((endedAt ?? ranking.at) - ranking.at)
  const compared = previous ? ` ${texts.compared(format.time(previous.at))}` : ''
  return <Dim small>{texts.snapshot(format.time(ranking.at), took) + compared}</Dim>
}

const shown = [
  'sessions',
  'connected',
  'queued',
  'drops',
  'withFindings',
] as const satisfies readonly (keyof SessionTotals)[]

/** Totals of all sessions and their change since the previous scan. */
function Totals({
  totals,
  previous,
}: {
  readonly totals: SessionTotals
  readonly previous: SessionTotals | undefined
}) {
  const texts = useMessages(messages)
  const format = useFormat()
  const changeOf = (name: keyof SessionTotals) => {
    if (!previous) return undefined
    const difference = totals[name] - previous[name]
    if (difference === 0) return texts.unchanged
    return texts.change(`${difference > 0 ? '+' : '−'}${format.number(Math.abs(difference))}`)
  }
  return (
    <div className={styles.totals}>
      {shown.map((name) => (
        <KeyValue key={name} label={texts.totals[name]} value={format.number(totals[name])} note={changeOf(name)} />
      ))}
    </div>
  )
}

/** One scan per connection. It continues, and its result is kept, while the user is on other pages. */
const scans = new WeakMap<Connection, Scan>()

function useScan(): { readonly scan: Scan; readonly state: ScanState } {
  const scan = scanOf(useConnection())
  return { scan, state: useSyncExternalStore(scan.state.subscribe, scan.state.get) }
}

function scanOf(connection: Connection): Scan {
  const known = scans.get(connection)
  if (known) return known
  const scan = createScan(openRankingWorker)
  connection.session.onEnd(scan.clear)
  scans.set(connection, scan)
  return scan
}
