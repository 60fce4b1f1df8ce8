import type { Trace } from '@mqdeck/contract'
import { useChange, useConfirmAction, useDelete, useStartJob } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { toast } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { deleteAllTraces, deleteTraceChange, saveArchive, stopTraceChange, type TraceDownload } from './queries.ts'

type TraceName = Pick<Trace, 'name'>

/** Actions on traces. Actions with a confirmation resolve to true if the change was applied or its job started. */
export interface TraceActions {
  readonly stop: (trace: TraceName) => Promise<boolean>
  readonly delete: (traces: readonly TraceName[]) => Promise<boolean>
  readonly deleteAll: (traces: readonly TraceName[]) => Promise<boolean>
  /** Starts a download job. Its progress is shown in the list of jobs. */
  readonly download: (download: TraceDownload) => void
}

export function useTraceActions(): TraceActions {
  const texts = useMessages(messages)
  const confirmAction = useConfirmAction()
  const startJob = useStartJob()
  const { run: stop } = useChange(stopTraceChange)
  const { run: deleteAll } = useChange(deleteAllTraces)
  const deleteTraces = useDelete<TraceName>(deleteTraceChange, {
    kind: 'trace',
    nameOf: ({ name }) => name,
    listsName: true,
    consequence: texts.deleteBody,
    consequenceOfMany: texts.deleteSeveralBody,
    many: () => ({ action: texts.delete }),
  })
  return {
    stop: ({ name }) =>
      confirmAction({
        title: texts.stopQuestion,
        affected: [name],
        consequence: texts.stopBody,
        action: texts.stop,
        run: () => stop({ name }),
        done: texts.stoppedNamed(name),
        failed: texts.stopFailed(name),
      }),
    delete: deleteTraces,
    deleteAll: (traces) =>
      confirmAction({
        title: texts.deleteAllQuestion,
        affected: traces.map(({ name }) => name),
        consequence: texts.deleteSeveralBody,
        action: texts.deleteAll,
        run: () => deleteAll(undefined),
        done: texts.deletedAll,
        failed: texts.deleteAllFailed,
      }),
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
  }
}
