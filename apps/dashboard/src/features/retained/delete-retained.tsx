import { useChange, useReportedAction, useStartJob } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { AffectedItems, confirm, toast } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { removeAllRetained } from './queries.ts'
import { removeRetained } from './retained.ts'

/** Deletes the message of one topic after a confirmation. Resolves to whether it was deleted. */
export function useDeleteRetained(): (topic: string) => Promise<boolean> {
  const texts = useMessages(messages)
  const report = useReportedAction()
  const { run } = useChange(removeRetained)
  return async (topic) => {
    const isSure = await confirm({
      title: texts.deleteQuestion,
      body: <AffectedItems names={[topic]}>{texts.deleteBody}</AffectedItems>,
      action: texts.delete,
      danger: true,
    })
    if (!isSure) return false
    return report(() => run({ topic }), { done: texts.deleted(topic), failed: texts.deleteFailed(topic) })
  }
}

/**
 * Deletes the messages of several topics after a confirmation. Resolves to whether they were deleted or the job was
 * started.
 */
export function useDeleteSeveral(): (topics: readonly string[]) => Promise<boolean> {
  const texts = useMessages(messages)
  const format = useFormat()
  const start = useStartDeleting()
  const deleteOne = useDeleteRetained()
  return async (topics) => {
    const [only, ...others] = topics
    if (only !== undefined && others.length === 0) return deleteOne(only)
    const isSure = await confirm({
      title: texts.deleteManyQuestion(format.number(topics.length)),
      body: <AffectedItems names={topics}>{texts.deleteBody}</AffectedItems>,
      action: texts.delete,
      danger: true,
    })
    if (isSure) start(topics, Number.POSITIVE_INFINITY)
    return isSure
  }
}

/** Deletes the messages of several topics as a job, with one request each. */
export function useStartDeleting(): (topics: readonly string[], perSecond: number) => void {
  const texts = useMessages(messages)
  const format = useFormat()
  const startJob = useStartJob()
  return (topics, perSecond) => {
    const count = format.number(topics.length)
    startJob({
      title: texts.deleteMany(count),
      items: topics.map((topic) => ({ topic })),
      nameOf: ({ topic }) => topic,
      change: removeRetained,
      perSecond,
    })
    toast.info(texts.deleteStarted(count))
  }
}

/** Deletes all retained messages with one request, after a confirmation. */
export function useClearRetained(): (count: number | undefined) => Promise<void> {
  const texts = useMessages(messages)
  const format = useFormat()
  const report = useReportedAction()
  const { run } = useChange(removeAllRetained)
  return async (count) => {
    const isSure = await confirm({
      title: texts.deleteAllQuestion,
      body: texts.deleteAllBody(count === undefined ? undefined : format.number(count)),
      action: texts.deleteAll,
      danger: true,
    })
    if (!isSure) return
    await report(() => run(undefined), { done: texts.deletedAll, failed: texts.deleteAllFailed })
  }
}
