import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { allRows, createFilteredRows, frozen, type Rows } from './filtered-rows.ts'
import { type MessageFilter, toPredicate } from './message-filter.ts'
import type { MessageLog } from './message-log.ts'

/** `scrolled` goes on as soon as the end is in sight again, `paused` only when it is told to. */
type Following = 'following' | 'scrolled' | 'paused'

export interface ShownRows {
  readonly rows: Rows
  /** Those that came since the rows stand still. */
  readonly newer: number
  /** The filter has not seen everything yet. */
  readonly isSearching: boolean
  readonly following: Following
  readonly setFollowing: (following: Following) => void
}

/** Milliseconds that one turn of looking through the messages may take. */
const budget = 8

/** The rows that a filter leaves, up to date as long as they are followed. */
export function useRows(log: MessageLog, filter: MessageFilter): ShownRows {
  const version = useSyncExternalStore(log.subscribe, log.version)
  const [following, setFollowing] = useState<Following>('following')
  const [held, setHeld] = useState<{ readonly rows: Rows; readonly end: number; readonly filter: MessageFilter }>()
  const filtered = useMemo(() => {
    const keeps = toPredicate(filter)
    return keeps && createFilteredRows(log, keeps)
  }, [log, filter])
  const [turn, setTurn] = useState(0)
  const isDone = useMemo(() => {
    void version
    void turn
    return filtered?.advance(budget) ?? true
  }, [filtered, version, turn])
  useEffect(() => {
    if (isDone) return
    const frame = requestAnimationFrame(() => setTurn(turn + 1))
    return () => cancelAnimationFrame(frame)
  }, [isDone, turn])

  const live = useMemo(() => {
    void version
    void turn
    return filtered?.rows() ?? allRows(log)
  }, [filtered, log, version, turn])
  // Another filter is another list, also while it stands still.
  const isHeld = following !== 'following' && held !== undefined && held.filter === filter && isDone
  const stand = (next: Following) => {
    if (next !== 'following' && following === 'following') setHeld({ rows: frozen(live), end: log.end(), filter })
    setFollowing(next)
  }
  return {
    rows: isHeld ? held.rows : live,
    newer: isHeld ? log.end() - held.end : 0,
    isSearching: !isDone,
    following,
    setFollowing: stand,
  }
}
