import type { Trace } from '@mqdeck/contract'
import { useCallback } from 'react'
import { useChange, useErrorText, useFresh, useIsViewer, usePresence } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { toast, useGo } from '../../ui/index.ts'
import { conditionOf, type TraceCondition, traceNameFor } from './condition.ts'
import { messages } from './start-messages.ts'
import { createNewTrace, isTraceLimitError, tracesQuery } from './start-queries.ts'

/**
 * Opens a running trace with the same condition, or starts one of ten minutes by the server's clock and opens it.
 * Undefined for viewers and for brokers without traces.
 */
export function useStartTrace(): ((condition: TraceCondition) => Promise<void>) | undefined {
  const texts = useMessages(messages)
  const describe = useErrorText()
  const isViewer = useIsViewer()
  const presence = usePresence()({ get: '/trace' })
  const loadTraces = useFresh(tracesQuery, undefined)
  const { run: create } = useChange(createNewTrace)
  const go = useGo()
  const start = useCallback(
    async (condition: TraceCondition) => {
      const { type, value } = condition
      const open = (id: string) => go({ to: '/log-trace/detail/$id', params: { id } })
      try {
        const running = (await loadTraces()).find(
          (trace) => trace.status === 'running' && hasCondition(trace, condition),
        )
        if (running) {
          open(running.name)
          toast.info(texts.alreadyRunning(running.name))
          return
        }
        const name = traceNameFor(condition, new Date())
        await create({ name, type, [type]: value, payload_encode: 'text', formatter: 'json' })
        open(name)
      } catch (error) {
        const showTraces = { label: texts.showTraces, onSelect: () => go({ to: '/log-trace' }) }
        if (isTraceLimitError(error)) toast.error(texts.startFailed, texts.limitReached, showTraces)
        else toast.error(texts.startFailed, describe(error))
      }
    },
    [texts, describe, loadTraces, create, go],
  )
  return isViewer || (presence !== undefined && presence !== 'here') ? undefined : start
}

/** Traces of the live view of a rule are deleted when it closes. */
const temporaryTraceName = /^DEBUG_RULE_/

function hasCondition(trace: Trace, { type, value }: TraceCondition): boolean {
  const condition = conditionOf(trace)
  return condition.type === type && condition.value === value && !temporaryTraceName.test(trace.name)
}
