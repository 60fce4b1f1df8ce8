import { maxTraces, type Trace } from '@mqdeck/contract'
import { IconRoute } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useChange, useErrorText, useFresh, useIsViewer, usePresence, useServerNow } from '../../api/index.ts'
import { defineMessages, useMessages } from '../../i18n/index.ts'
import { Button, confirm, Group, IdText, Popover, type RowAction, Stack, toast, useGo } from '../../ui/index.ts'
import { conditionOf, type TraceCondition } from './condition.ts'
import { nameOf, quickDraft, type TraceDraft, toBody } from './draft.ts'
import { createNewTrace, isTraceLimitError, tracesQuery } from './queries.ts'
import { QuickTraceFields } from './quick-trace-fields.tsx'

const startMessages = defineMessages({
  en: {
    trace: 'Trace',
    traceOf: {
      clientid: 'Trace client',
      topic: 'Trace topic',
      ip_address: 'Trace IP address',
      ruleid: 'Trace rule',
    },
    startTrace: 'Start trace',
    tracing: (name: string) => `Tracing ${name}…`,
    view: 'View',
    startFailed: 'Could not start the trace',
    limitReached: `The limit of ${maxTraces} traces is reached. Delete a trace first.`,
    showTraces: 'Show traces',
    alreadyRunning: (name: string) => `Trace ${name} is already running`,
  },
  zh: {
    trace: '追踪',
    traceOf: { clientid: '追踪客户端', topic: '追踪主题', ip_address: '追踪 IP 地址', ruleid: '追踪规则' },
    startTrace: '开始追踪',
    tracing: (name) => `正在追踪 ${name}…`,
    view: '查看',
    startFailed: '无法开始追踪',
    limitReached: `已达到 ${maxTraces} 个追踪的上限，请先删除一个追踪。`,
    showTraces: '查看追踪',
    alreadyRunning: (name) => `追踪 ${name} 已在运行`,
  },
})

interface TraceButtonProps {
  readonly of: TraceCondition
  readonly size?: 'medium' | 'small'
}

/** Opens the options of a trace and starts it. The page stays open. Hidden if traces cannot be started. */
export function TraceButton({ of, size = 'medium' }: TraceButtonProps) {
  const texts = useMessages(startMessages)
  const start = useStartTrace()
  if (!start) return null
  return (
    <Popover label={texts.trace} icon={<IconRoute size={16} aria-hidden />} title={texts.traceOf[of.type]} size={size}>
      {(close) => <QuickTraceForm of={of} start={start} onDone={close} />}
    </Popover>
  )
}

interface QuickTraceFormProps {
  readonly of: TraceCondition
  readonly start: (draft: TraceDraft) => Promise<void>
  readonly onDone: () => void
}

function QuickTraceForm({ of, start, onDone }: QuickTraceFormProps) {
  const texts = useMessages(startMessages)
  const [draft, setDraft] = useState(() => quickDraft(of))
  const [isStarting, setStarting] = useState(false)
  const submit = async () => {
    setStarting(true)
    await start(draft)
    onDone()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap={4}>
        <IdText>{of.value}</IdText>
        <QuickTraceFields initial={draft} onChange={setDraft} />
        <Group justify="end">
          <Button type="submit" variant="primary" loading={isStarting}>
            {texts.startTrace}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** The same as row menu items, labeled by what they trace if there are several. The returned function is stable. */
export function useTraceItems(): (...conditions: readonly TraceCondition[]) => readonly RowAction[] {
  const texts = useMessages(startMessages)
  const start = useStartTrace()
  return useCallback(
    (...conditions) => {
      if (!start) return []
      const ask = async (of: TraceCondition) => {
        let draft = quickDraft(of)
        const keep = (next: TraceDraft) => {
          draft = next
        }
        const body = (
          <Stack gap={4}>
            <IdText>{of.value}</IdText>
            <QuickTraceFields initial={draft} onChange={keep} />
          </Stack>
        )
        if (await confirm({ title: texts.traceOf[of.type], body, action: texts.startTrace })) await start(draft)
      }
      return conditions.map((of) => ({
        label: conditions.length > 1 ? texts.traceOf[of.type] : texts.trace,
        icon: <IconRoute size={16} aria-hidden />,
        onSelect: () => void ask(of),
      }))
    },
    [start, texts],
  )
}

/**
 * Starts a trace, unless one with the same condition is running, and offers to open it. The page stays open. Undefined
 * for viewers and for brokers without traces.
 */
function useStartTrace(): ((draft: TraceDraft) => Promise<void>) | undefined {
  const texts = useMessages(startMessages)
  const describe = useErrorText()
  const isViewer = useIsViewer()
  const presence = usePresence()({ get: '/trace' })
  const loadTraces = useFresh(tracesQuery, undefined)
  const { run: create } = useChange(createNewTrace)
  const serverNow = useServerNow()
  const go = useGo()
  const start = useCallback(
    async (draft: TraceDraft) => {
      const condition = { type: draft.type, value: draft.values[draft.type] }
      const view = (id: string) => ({
        label: texts.view,
        onSelect: () => go({ to: '/log-trace/detail/$id', params: { id } }),
      })
      try {
        const running = (await loadTraces()).find(
          (trace) => trace.status === 'running' && hasCondition(trace, condition),
        )
        if (running) {
          toast.info(texts.alreadyRunning(running.name), view(running.name))
          return
        }
        const now = new Date()
        await create(toBody(draft, now, serverNow()))
        toast.success(texts.tracing(condition.value), view(nameOf(draft, now)))
      } catch (error) {
        const showTraces = { label: texts.showTraces, onSelect: () => go({ to: '/log-trace' }) }
        if (isTraceLimitError(error)) toast.error(texts.startFailed, texts.limitReached, showTraces)
        else toast.error(texts.startFailed, describe(error))
      }
    },
    [texts, describe, loadTraces, create, serverNow, go],
  )
  return isViewer || (presence !== undefined && presence !== 'here') ? undefined : start
}

/** Traces of the live view of a rule are deleted when it closes. */
const temporaryTraceName = /^DEBUG_RULE_/

function hasCondition(trace: Trace, { type, value }: TraceCondition): boolean {
  const condition = conditionOf(trace)
  return condition.type === type && condition.value === value && !temporaryTraceName.test(trace.name)
}
