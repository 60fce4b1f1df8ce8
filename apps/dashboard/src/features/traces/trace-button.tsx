import { mostTraces, type Trace } from '@mqdeck/contract'
import { IconRoute } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useChange, useErrorText, useFresh, useIsViewer, usePresence } from '../../api/index.ts'
import { defineMessages, useMessages } from '../../i18n/index.ts'
import { Button, type RowAction, toast, useGo } from '../../ui/index.ts'
import { conditionOf, type TraceCondition, traceNameFor } from './condition.ts'
import { createNewTrace, isTraceLimitError, tracesQuery } from './queries.ts'

const startMessages = defineMessages({
  en: {
    trace: 'Trace',
    traceOf: {
      clientid: 'Trace client',
      topic: 'Trace topic',
      ip_address: 'Trace IP address',
      ruleid: 'Trace rule',
    },
    startFailed: 'Could not start the trace',
    limitReached: `The limit of ${mostTraces} traces is reached. Delete a trace first.`,
    showTraces: 'Show traces',
    alreadyRunning: (name: string) => `Trace ${name} is already running`,
  },
  zh: {
    trace: '追踪',
    traceOf: { clientid: '追踪客户端', topic: '追踪主题', ip_address: '追踪 IP 地址', ruleid: '追踪规则' },
    startFailed: '无法开始追踪',
    limitReached: `已达到 ${mostTraces} 个追踪的上限，请先删除一个追踪。`,
    showTraces: '查看追踪',
    alreadyRunning: (name) => `追踪 ${name} 已在运行`,
  },
})

interface TraceButtonProps {
  readonly of: TraceCondition
  readonly size?: 'medium' | 'small'
}

/** Starts a trace or opens the running one. Hidden if traces cannot be started. */
export function TraceButton({ of, size = 'medium' }: TraceButtonProps) {
  const texts = useMessages(startMessages)
  const start = useStartTrace()
  const [isStarting, setStarting] = useState(false)
  if (!start) return null
  const click = async () => {
    setStarting(true)
    await start(of)
    setStarting(false)
  }
  return (
    <Button size={size} icon={<IconRoute size={16} aria-hidden />} loading={isStarting} onClick={() => void click()}>
      {texts.trace}
    </Button>
  )
}

/** The same as row menu items, labeled by what they trace if there are several. The returned function is stable. */
export function useTraceItems(): (...conditions: readonly TraceCondition[]) => readonly RowAction[] {
  const texts = useMessages(startMessages)
  const start = useStartTrace()
  return useCallback(
    (...conditions) =>
      (start ? conditions : []).map((of) => ({
        label: conditions.length > 1 ? texts.traceOf[of.type] : texts.trace,
        icon: <IconRoute size={16} aria-hidden />,
        onSelect: () => void start?.(of),
      })),
    [start, texts],
  )
}

/**
 * Opens a running trace with the same condition, or starts one of ten minutes by the server's clock and opens it.
 * Undefined for viewers and for brokers without traces.
 */
function useStartTrace(): ((condition: TraceCondition) => Promise<void>) | undefined {
  const texts = useMessages(startMessages)
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
