import { useState } from 'react'
import { useConnection, useErrorText, useStartJob } from '../../data/index.ts'
import { removeRetained, retainedTopicsQuery } from '../../data/retained.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { AffectedItems, confirm, toast } from '../../ui/index.ts'
import type { Explorer } from './explorer.ts'
import { messages } from './messages.ts'

/** From so many on the branch has to be typed in. */
const many = 10
/** Deletions in a second. */
const pace = 100

/** Counts what is retained under a branch, asks with that count, and deletes one after the other. */
export function useClearKept({ port }: Explorer) {
  const texts = useMessages(messages)
  const format = useFormat()
  const errorText = useErrorText()
  const { call } = useConnection()
  const startJob = useStartJob()
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
  const clear = async (branch: string, filter: string): Promise<void> => {
    const topics = await countTopics(filter)
    if (topics === undefined) return
    const count = format.number(topics.length)
    if (topics.length === 0) return void toast.info(texts.nothingKept(branch))
    const isSure = await confirm({
      title: texts.clearQuestion(count),
      body: <AffectedItems names={topics}>{texts.clearBody(branch)}</AffectedItems>,
      action: texts.clearAction,
      danger: true,
      ...(topics.length >= many && { typeToConfirm: branch }),
    })
    if (!isSure) return
    startJob({
      title: texts.clearTitle(count, branch),
      items: topics.map((topic) => ({ topic })),
      nameOf: ({ topic }) => topic,
      change: removeRetained,
      perSecond: pace,
      onEnd({ results }) {
        const gone = results.flatMap(({ item, error }) => (error === undefined ? [item] : []))
        // A tree that has stopped says so itself.
        port()
          .ask('dropMark', ['retained', gone])
          .catch(() => undefined)
      },
    })
    toast.info(texts.clearStarted(count))
  }
  return { clear, isCounting }
}
