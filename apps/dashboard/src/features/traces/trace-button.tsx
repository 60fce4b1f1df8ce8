import { IconRoute } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { Button, type RowAction } from '../../ui/index.ts'
import type { TraceCondition } from './condition.ts'
import { messages } from './start-messages.ts'
import { useStartTrace } from './start-trace.ts'

/** Starts a trace or opens the running one. Hidden if traces cannot be started. */
export function TraceButton({ of }: { readonly of: TraceCondition }) {
  const texts = useMessages(messages)
  const start = useStartTrace()
  const [isStarting, setStarting] = useState(false)
  if (!start) return null
  const click = async () => {
    setStarting(true)
    await start(of)
    setStarting(false)
  }
  return (
    <Button icon={<IconRoute size={16} aria-hidden />} loading={isStarting} onClick={() => void click()}>
      {texts.trace}
    </Button>
  )
}

/** The same as row menu items, labeled by what they trace if there are several. The returned function is stable. */
export function useTraceItems(): (...conditions: readonly TraceCondition[]) => readonly RowAction[] {
  const texts = useMessages(messages)
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
