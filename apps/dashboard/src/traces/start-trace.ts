import type { Trace } from '@mqdeck/contract'
import { useCallback } from 'react'
import { useChange, useErrorText, useFresh, useIsViewer, usePresence } from '../data/index.ts'
import { useMessages } from '../i18n/index.ts'
import { toast, useGo } from '../ui/index.ts'
import { conditionOf, nameFor, type TraceCondition } from './condition.ts'
import { messages } from './messages.ts'
import { createNewTrace, isFullRefusal, tracesQuery } from './queries.ts'

/**
 * Opens what a running trace of the same writes, or begins one of ten minutes by the server's clock and opens that. Undefined for
 * who may not, and where the broker has no traces.
 */
export function useStartTrace(): ((condition: TraceCondition) => Promise<void>) | undefined {
  const texts = useMessages(messages)
  const describe = useErrorText()
  const isViewer = useIsViewer()
  const presence = usePresence()({ get: '/trace' })
  const known = useFresh(tracesQuery, undefined)
  const { run: create } = useChange(createNewTrace)
  const go = useGo()
  const start = useCallback(
    async (condition: TraceCondition) => {
      const { type, value } = condition
      const open = (id: string) => go({ to: '/log-trace/detail/$id', params: { id } })
      try {
        const running = (await known()).find((trace) => trace.status === 'running' && isOf(trace, condition))
        if (running) {
          open(running.name)
          toast.info(texts.alreadyRuns(running.name))
          return
        }
        const name = nameFor(condition, new Date())
        await create({ name, type, [type]: value, payload_encode: 'text', formatter: 'json' })
        open(name)
      } catch (error) {
        const toList = { label: texts.allTraces, onSelect: () => go({ to: '/log-trace' }) }
        if (isFullRefusal(error)) toast.error(texts.failed, texts.full, toList)
        else toast.error(texts.failed, describe(error))
      }
    },
    [texts, describe, known, create, go],
  )
  return isViewer || (presence !== undefined && presence !== 'here') ? undefined : start
}

/** Traces behind the live view of a rule go with that. */
const passing = /^DEBUG_RULE_/

function isOf(trace: Trace, { type, value }: TraceCondition): boolean {
  const own = conditionOf(trace)
  return own.type === type && own.value === value && !passing.test(trace.name)
}
