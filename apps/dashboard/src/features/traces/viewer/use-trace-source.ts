import { listTraceLogs, readTraceLog } from '@mqdeck/contract'
import { useState, useSyncExternalStore } from 'react'
import { orIfMissing, useConnection, usePolling } from '../../../api/index.ts'
import { trimPartialCharacter } from '../../../lib/partial-character.ts'
import { createTraceSource, type SourceState, type TraceReader, type TraceSource } from './trace-source.ts'

export interface TraceLogRef {
  readonly name: string
  readonly node: string
  /** Initial size in bytes. */
  readonly size: number
  readonly isRunning: boolean
}

/** The trace log of one node, polled while the browser tab is visible. */
export function useTraceSource(
  { name, node, size, isRunning }: TraceLogRef,
  isFollowing: boolean,
): { readonly source: TraceSource; readonly state: SourceState } {
  const reader = useTraceReader()
  const [source] = useState(() => createTraceSource(reader(name, node), size))
  const state = useSyncExternalStore(source.state.subscribe, source.state.get)
  // A stopped trace can still be deleted.
  usePolling(source.refresh, isRunning ? (isFollowing ? 1000 : 3000) : 15_000, true)
  return { source, state }
}

/** Reads parts of a trace log. Bypasses the query cache, because the views keep only the parts they need. */
export function useTraceReader(): (name: string, node: string) => TraceReader {
  const { call } = useConnection()
  return (name, node) => ({
    async read(position, bytes) {
      const { items, meta } = await call(readTraceLog, { params: { name }, query: { node, position, bytes } })
      return trimPartialCharacter(position, { text: items, position: meta.position })
    },
    async size() {
      const files = await orIfMissing(call(listTraceLogs, { params: { name } }), [])
      return files.find((file) => file.node === node)?.size
    },
  })
}
