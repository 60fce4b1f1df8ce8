import type { Trace } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useStartJob, useReportedAction } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { AffectedItems, confirm, toast } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { endTrace, removeAllTraces, removeTrace, saveArchive, type Wanted } from './queries.ts'

type Named = Pick<Trace, 'name'>

/** What can be done with traces. What is asked about first resolves to whether it was done, or begun. */
export interface TraceActions {
  readonly stop: (trace: Named) => Promise<boolean>
  readonly remove: (trace: Named) => Promise<boolean>
  readonly removeSeveral: (traces: readonly Named[]) => Promise<boolean>
  readonly removeAll: (traces: readonly Named[]) => Promise<boolean>
  /** Begins it; the list of jobs tells how it goes. */
  readonly download: (wanted: Wanted) => void
}

/** The same object as long as the language stays. */
export function useTraceActions(): TraceActions {
  const texts = useMessages(messages)
  const told = useReportedAction()
  const startJob = useStartJob()
  const { run: stop } = useChange(endTrace)
  const { run: remove } = useChange(removeTrace)
  const { run: removeAll } = useChange(removeAllTraces)
  // biome-ignore lint/correctness/useExhaustiveDependencies: startJob is another function each time, and always does the same
  return useMemo(
    (): TraceActions => ({
      async stop({ name }) {
        const body = <AffectedItems names={[name]}>{texts.stopBody}</AffectedItems>
        if (!(await confirm({ title: texts.stopQuestion, body, action: texts.stop, danger: true }))) return false
        return told(() => stop({ name }), { done: texts.stopped(name), failed: texts.stopFailed(name) })
      },
      async remove({ name }) {
        const body = <AffectedItems names={[name]}>{texts.removeBody}</AffectedItems>
        if (!(await confirm({ title: texts.removeQuestion, body, action: texts.remove, danger: true }))) return false
        return told(() => remove({ name }), { done: texts.removed(name), failed: texts.removeFailed(name) })
      },
      async removeSeveral(traces) {
        const title = texts.removeSeveralQuestion(traces.length)
        const body = <AffectedItems names={traces.map(({ name }) => name)}>{texts.removeSeveralBody}</AffectedItems>
        if (!(await confirm({ title, body, action: texts.remove, danger: true }))) return false
        startJob({
          title: texts.removeSeveralTitle(traces.length),
          items: traces,
          nameOf: ({ name }) => name,
          change: removeTrace,
          perSecond: Number.POSITIVE_INFINITY,
        })
        return true
      },
      async removeAll(traces) {
        const body = <AffectedItems names={traces.map(({ name }) => name)}>{texts.removeSeveralBody}</AffectedItems>
        if (!(await confirm({ title: texts.removeAllQuestion, body, action: texts.removeAll, danger: true })))
          return false
        return told(() => removeAll(undefined), { done: texts.removedAll, failed: texts.removeAllFailed })
      },
      download(wanted) {
        toast.info(texts.downloadStarted)
        startJob({
          title: texts.downloadTitle(wanted.name),
          items: [wanted],
          nameOf: ({ name, node }) => (node === undefined ? name : `${name}, ${node}`),
          change: saveArchive,
          perSecond: Number.POSITIVE_INFINITY,
        })
      },
    }),
    [texts, told, stop, remove, removeAll],
  )
}
