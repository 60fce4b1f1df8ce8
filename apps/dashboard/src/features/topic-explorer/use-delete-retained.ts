import { useState } from 'react'
import { useConfirmJob, useConnection, useErrorText } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { toast } from '../../ui/index.ts'
import { removeRetained, retainedTopicsQuery } from '../retained/index.ts'
import type { Explorer } from './explorer.ts'
import { messages } from './messages.ts'

/** From this number of messages, the branch must be typed to confirm. */
const typeToConfirmFrom = 10
/** Deletions per second. */
const deletionsPerSecond = 100

/** Deletes the retained messages under a branch one by one, after a confirmation with their number. */
export function useDeleteRetained({ port }: Explorer) {
  const texts = useMessages(messages)
  const format = useFormat()
  const errorText = useErrorText()
  const { call } = useConnection()
  const confirmJob = useConfirmJob()
  const [isCounting, setCounting] = useState(false)
  const countTopics = async (filter: string) => {
    setCounting(true)
    try {
      return await retainedTopicsQuery.load(call, { filter }, new AbortController().signal)
    } catch (error) {
      toast.error(texts.countFailed, errorText(error))
      return undefined
    } finally {
      setCounting(false)
    }
  }
  const deleteRetained = async (branch: string, filter: string): Promise<void> => {
    const topics = await countTopics(filter)
    if (topics === undefined) return
    const count = format.number(topics.length)
    if (topics.length === 0) return void toast.info(texts.noneRetained(branch))
    await confirmJob({
      title: texts.deleteQuestion(count),
      affected: topics,
      consequence: texts.deleteBody(branch),
      action: texts.deleteRetained,
      ...(topics.length >= typeToConfirmFrom && { typeToConfirm: branch }),
      job: texts.deleteTitle(count, branch),
      items: topics.map((topic) => ({ topic })),
      nameOf: ({ topic }) => topic,
      change: removeRetained,
      perSecond: deletionsPerSecond,
      onEnd({ results }) {
        const deletedTopics = results.flatMap(({ item, error }) => (error === undefined ? [item] : []))
        // The tree view reports a broken tree.
        port()
          .ask('dropMark', ['retained', deletedTopics])
          .catch(() => undefined)
      },
      started: texts.deleteStarted(count),
    })
  }
  return { deleteRetained, isCounting }
}
