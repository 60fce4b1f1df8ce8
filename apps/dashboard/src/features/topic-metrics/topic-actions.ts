import { type ChangeDefinition, useChange, useConfirmAction, useConfirmJob } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { messages } from './messages.ts'
import { deleteTopic, resetAllTopics, resetTopic } from './queries.ts'

interface TopicName {
  readonly topic: string
}

/** Asks for confirmation, then changes the topics. Resolves to true if the change was applied or its job started. */
type TopicAction = (topics: readonly TopicName[]) => Promise<boolean>

interface ActionTexts {
  readonly question: (count: number) => string
  readonly body: string
  readonly action: string
  readonly done: (count: number) => string
  readonly failed: string
}

export function useResetTopics(): TopicAction {
  const texts = useMessages(messages)
  return useTopicAction(resetTopic, {
    question: texts.resetQuestion,
    body: texts.resetBody,
    action: texts.resetCounters,
    done: texts.resetDone,
    failed: texts.resetFailed,
  })
}

export function useDeleteTopics(): TopicAction {
  const texts = useMessages(messages)
  return useTopicAction(deleteTopic, {
    question: texts.deleteQuestion,
    body: texts.deleteBody,
    action: texts.delete,
    done: texts.deleteDone,
    failed: texts.deleteTopicFailed,
  })
}

/** Resets all topics in one call. */
export function useResetAll(): (count: number) => Promise<boolean> {
  const texts = useMessages(messages)
  const confirmAction = useConfirmAction()
  const { run } = useChange(resetAllTopics)
  return (count) =>
    confirmAction({
      title: texts.resetQuestion(count),
      consequence: texts.resetBody,
      action: texts.resetAll,
      done: texts.resetDone(count),
      failed: texts.resetFailed,
      run: () => run(undefined),
    })
}

function useTopicAction(change: ChangeDefinition<TopicName, unknown>, actionTexts: ActionTexts): TopicAction {
  const texts = useMessages(messages)
  const confirmAction = useConfirmAction()
  const { run } = useChange(change)
  const confirmJob = useConfirmJob()
  const { body, action, failed } = actionTexts
  const changeOne = (one: TopicName) =>
    confirmAction({
      title: actionTexts.question(1),
      affected: [one.topic],
      consequence: body,
      action,
      done: actionTexts.done(1),
      failed,
      run: () => run(one),
    })
  const changeSeveral = (topics: readonly TopicName[]) => {
    const title = actionTexts.question(topics.length)
    return confirmJob({
      title,
      affected: topics.map(({ topic }) => topic),
      consequence: body,
      action,
      job: title,
      items: topics,
      nameOf: ({ topic }) => topic,
      change,
      perSecond: 100,
      done: actionTexts.done,
      someFailed: texts.severalFailed,
    })
  }
  return async (topics) => {
    const [first, ...others] = topics
    return first !== undefined && others.length === 0 ? changeOne(first) : changeSeveral(topics)
  }
}
