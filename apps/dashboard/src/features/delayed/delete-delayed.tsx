import { useChange, useReportedAction, useStartJob } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { AffectedItems, confirm, toast } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { type RemovedDelayed, removeDelayed } from './queries.ts'

/**
 * Deletes messages after a confirmation. Resolves to whether they were deleted or, for several, the job was started.
 */
export function useDeleteDelayed(): (several: readonly RemovedDelayed[]) => Promise<boolean> {
  const deleteOne = useDeleteOne()
  const deleteMany = useDeleteMany()
  return async (several) => {
    const [only, ...others] = several
    return only !== undefined && others.length === 0 ? deleteOne(only) : deleteMany(several)
  }
}

function useDeleteOne(): (message: RemovedDelayed) => Promise<boolean> {
  const texts = useMessages(messages)
  const report = useReportedAction()
  const { run } = useChange(removeDelayed)
  return async (message) => {
    const isSure = await confirm({
      title: texts.deleteQuestion,
      body: <AffectedItems names={[message.topic]}>{texts.deleteBody}</AffectedItems>,
      action: texts.delete,
      danger: true,
    })
    if (!isSure) return false
    return report(() => run(message), { done: texts.deleted(message.topic), failed: texts.deleteFailed(message.topic) })
  }
}

function useDeleteMany(): (several: readonly RemovedDelayed[]) => Promise<boolean> {
  const texts = useMessages(messages)
  const format = useFormat()
  const startJob = useStartJob()
  return async (several) => {
    const count = format.number(several.length)
    const isSure = await confirm({
      title: texts.deleteManyQuestion(count),
      // Several messages may have the same topic.
      body: (
        <AffectedItems names={[...new Set(several.map(({ topic }) => topic))]}>{texts.deleteManyBody}</AffectedItems>
      ),
      action: texts.delete,
      danger: true,
    })
    if (!isSure) return false
    startJob({
      title: texts.deleteMany(count),
      items: several,
      nameOf: ({ topic, msgid }) => `${topic} (${msgid})`,
      change: removeDelayed,
      perSecond: Number.POSITIVE_INFINITY,
    })
    toast.info(texts.deleteStarted(count))
    return true
  }
}
