import { useSyncExternalStore } from 'react'
import { type Connection, useConnection } from '../../api/index.ts'
import { openRankingWorker } from './ranking-port.ts'
import { createScan, type Scan, type ScanState } from './scan.ts'

/** One scan per connection. It continues, and its result is kept, while the user is on other pages. */
const scans = new WeakMap<Connection, Scan>()

export function useScan(): { readonly scan: Scan; readonly state: ScanState } {
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
