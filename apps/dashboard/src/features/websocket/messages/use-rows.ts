import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { allRows, createFilteredRows, freezeRows, type MessageRows } from './filtered-rows.ts'
import { type MessageFilter, toPredicate } from './message-filter.ts'
import type { MessageLog } from './message-log.ts'

/** `scrolled` resumes when the user scrolls to the end, `paused` only with the button. */
type FollowState = 'following' | 'scrolled' | 'paused'

export interface ShownRows {
  readonly rows: MessageRows
  /** Number of messages since the rows stopped following. */
  readonly newer: number
  /** The filter has not checked all messages yet. */
  readonly isSearching: boolean
  readonly following: FollowState
  readonly setFollowing: (following: FollowState) => void
}

/** Maximum milliseconds of filtering per frame. */
const filterBudgetMs = 8

/** The filtered rows. They are updated while the list follows new messages. */
export function useRows(log: MessageLog, filter: MessageFilter): ShownRows {
  const version = useSyncExternalStore(log.subscribe, log.version)
  const [following, setFollowing] = useState<FollowState>('following')
  const [frozenRows, setFrozenRows] = useState<{
    readonly rows: MessageRows
    readonly end: number
    readonly filter: MessageFilter
  }>()
  const filtered = useMemo(() => {
    const matches = toPredicate(filter)
    return matches && createFilteredRows(log, matches)
  }, [log, filter])
  const [frame, setFrame] = useState(0)
  const isDone = useMemo(() => {
    void version
    void frame
    return filtered?.advance(filterBudgetMs) ?? true
  }, [filtered, version, frame])
  useEffect(() => {
    if (isDone) return
    const request = requestAnimationFrame(() => setFrame(frame + 1))
    return () => cancelAnimationFrame(request)
  }, [isDone, frame])

  const live = useMemo(() => {
    void version
    void frame
    return filtered?.rows() ?? allRows(log)
  }, [filtered, log, version, frame])
  // A changed filter shows a new list, also while paused.
  const isFrozen = following !== 'following' && frozenRows !== undefined && frozenRows.filter === filter && isDone
  const follow = (next: FollowState) => {
    if (next !== 'following' && following === 'following')
      setFrozenRows({ rows: freezeRows(live), end: log.end(), filter })
    setFollowing(next)
  }
  return {
    rows: isFrozen ? frozenRows.rows : live,
    newer: isFrozen ? log.end() - frozenRows.end : 0,
    isSearching: !isDone,
    following,
    setFollowing: follow,
  }
}
