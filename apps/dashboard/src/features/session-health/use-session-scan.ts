import { useEffect, useSyncExternalStore } from 'react'
import { type Connection, nodesQuery, useConnection, useData } from '../../api/index.ts'
import { tabVisibility } from '../../api/page-visibility.ts'
import { useClientPageLoader } from './queries.ts'
import { openRankingWorker } from './ranking-port.ts'
import { createScan, type Scan, type ScanState } from './scan.ts'

/** Larger clusters are scanned only when the user starts a scan. */
const maxAutomaticSessions = 5000
const automaticIntervalMs = 300_000
const checkIntervalMs = 5000

/** The scan of all sessions of this connection. */
export interface SessionScan {
  readonly state: ScanState
  readonly controls: Pick<Scan, 'pause' | 'resume' | 'stop'>
  readonly start: () => void
  /** Whether scans start without the user; undefined while the number of sessions is loaded. */
  readonly isAutomatic: boolean | undefined
}

interface Options {
  /** Also counts sessions by listener; unless given, if the scan is automatic. */
  readonly withListener?: boolean | undefined
  /** False only shows the last result. */
  readonly isEnabled?: boolean
}

/**
 * The sessions with problems, from a scan that all pages share. With up to 5,000 sessions it runs when a page shows it,
 * and every five minutes while the page is open and visible.
 */
export function useSessionScan({ withListener, isEnabled = true }: Options = {}): SessionScan {
  const scan = scanOf(useConnection())
  const state = useSyncExternalStore(scan.state.subscribe, scan.state.get)
  const { expected, isUnknown } = useExpectedSessions(isEnabled)
  const isAutomatic = isUnknown ? false : expected === undefined ? undefined : expected <= maxAutomaticSessions
  const load = useClientPageLoader(withListener ?? isAutomatic === true)
  const isDue = isEnabled && isAutomatic === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: the loader changes with each rendering
  useEffect(() => {
    if (!isDue) return
    const startIfDue = () => {
      const { phase, startedAt } = scan.state.get()
      const mayStart = phase === 'idle' || phase === 'finished'
      if (!mayStart || !tabVisibility.isVisible() || Date.now() - startedAt < automaticIntervalMs) return
      scan.start({ expected, load, isQuiet: true })
    }
    startIfDue()
    const timer = setInterval(startIfDue, checkIntervalMs)
    return () => clearInterval(timer)
  }, [scan, isDue])
  return { state, controls: scan, isAutomatic, start: () => scan.start({ expected, load }) }
}

/** Sum of the connections of all nodes that report them. Unknown if the nodes cannot be loaded. */
function useExpectedSessions(enabled: boolean) {
  const { data, error } = useData(nodesQuery, undefined, { enabled })
  const expected = data?.reduce((sum, { connections = 0 }) => sum + connections, 0)
  return { expected, isUnknown: data === undefined && error !== undefined }
}

/** One scan per connection. It continues, and its result is kept, while the user is on other pages. */
const scans = new WeakMap<Connection, Scan>()

function scanOf(connection: Connection): Scan {
  const known = scans.get(connection)
  if (known) return known
  const scan = createScan(openRankingWorker)
  connection.session.onEnd(scan.clear)
  scans.set(connection, scan)
  return scan
}
