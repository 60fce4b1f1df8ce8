import type { Trace } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useReportedAction, useStartJob } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { AffectedItems, confirm, toast } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { deleteAllTraces, deleteTraceChange, saveArchive, stopTraceChange, type TraceDownload } from './queries.ts'

type TraceName = Pick<Trace, 'name'>

/** Actions on traces. Those with a confirmation resolve to true if the change was made or its job started. */
export interface TraceActions {
  readonly stop: (trace: TraceName) => Promise<boolean>
  readonly delete: (trace: TraceName) => Promise<boolean>
  readonly deleteSeveral: (traces: readonly TraceName[]) => Promise<boolean>
  readonly deleteAll: (traces: readonly TraceName[]) => Promise<boolean>
  /** Starts a download job. Its progress is shown in the list of jobs. */
  readonly download: (download: TraceDownload) => void
}

/** Returns a stable object until the language changes. */
export function useTraceActions(): TraceActions {
  const texts = useMessages(messages)
  const runReported = useReportedAction()
  const startJob = useStartJob()
  const { run: stop } = useChange(stopTraceChange)
  const { run: deleteOne } = useChange(deleteTraceChange)
  const { run: deleteAll } = useChange(deleteAllTraces)
  // biome-ignore lint/correctness/useExhaustiveDependencies: startJob changes with each render but always does the same
  return useMemo(
    (): TraceActions => ({
      async stop({ name }) {
        const body = <AffectedItems names={[name]}>{texts.stopBody}</AffectedItems>
        if (!(await confirm({ title: texts.stopQuestion, body, action: texts.stop, danger: true }))) return false
        return runReported(() => stop({ name }), { done: texts.stoppedNamed(name), failed: texts.stopFailed(name) })
      },
      async delete({ name }) {
        const body = <AffectedItems names={[name]}>{texts.deleteBody}</AffectedItems>
        if (!(await confirm({ title: texts.deleteQuestion, body, action: texts.delete, danger: true }))) return false
        return runReported(() => deleteOne({ name }), {
          done: texts.deletedNamed(name),
          failed: texts.deleteFailed(name),
        })
      },
      async deleteSeveral(traces) {
        const title = texts.deleteSeveralQuestion(traces.length)
        const body = <AffectedItems names={traces.map(({ name }) => name)}>{texts.deleteSeveralBody}</AffectedItems>
        if (!(await confirm({ title, body, action: texts.delete, danger: true }))) return false
        startJob({
          title: texts.deleteSeveralTitle(traces.length),
          items: traces,
          nameOf: ({ name }) => name,
          change: deleteTraceChange,
          perSecond: Number.POSITIVE_INFINITY,
        })
        return true
      },
      async deleteAll(traces) {
        const body = <AffectedItems names={traces.map(({ name }) => name)}>{texts.deleteSeveralBody}</AffectedItems>
        if (!(await confirm({ title: texts.deleteAllQuestion, body, action: texts.deleteAll, danger: true })))
          return false
        return runReported(() => deleteAll(undefined), { done: texts.deletedAll, failed: texts.deleteAllFailed })
      },
      download(download) {
        toast.info(texts.downloadStarted)
        startJob({
          title: texts.downloadTitle(download.name),
          items: [download],
          nameOf: ({ name, node }) => (node === undefined ? name : `${name}, ${node}`),
          change: saveArchive,
          perSecond: Number.POSITIVE_INFINITY,
        })
      },
    }),
    [texts, runReported, stop, deleteOne, deleteAll],
  )
}
