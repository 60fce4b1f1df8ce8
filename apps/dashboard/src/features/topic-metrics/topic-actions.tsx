import { type ChangeDefinition, useChange, useErrorText, useStartJob, useReportedAction } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { AffectedItems, confirm, toast } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { forgetTopic, resetAllTopics, resetTopic } from './queries.ts'

interface Named {
  readonly topic: string
}

/** Asks, then does it to these topics; resolves to whether it was done, or begun. */
export type TopicAction = (topics: readonly Named[]) => Promise<boolean>

interface Words {
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
    action: texts.reset,
    done: texts.resetDone,
    failed: texts.resetFailed,
  })
}

export function useForgetTopics(): TopicAction {
  const texts = useMessages(messages)
  return useTopicAction(forgetTopic, {
    question: texts.removeQuestion,
    body: texts.removeBody,
    action: texts.remove,
    done: texts.removeDone,
    failed: texts.removeFailed,
  })
}

/** Of all topics there are: one call. */
export function useResetAll(): (count: number) => Promise<void> {
  const texts = useMessages(messages)
  const told = useReportedAction()
  const { run } = useChange(resetAllTopics)
  return async (count) => {
    const question = { title: texts.resetQuestion(count), body: texts.resetBody, action: texts.resetAll }
    if (!(await confirm({ ...question, danger: true }))) return
    await told(() => run(undefined), { done: texts.resetDone(count), failed: texts.resetFailed })
  }
}

function useTopicAction(change: ChangeDefinition<Named, unknown>, words: Words): TopicAction {
  const texts = useMessages(messages)
  const errorText = useErrorText()
  const told = useReportedAction()
  const { run } = useChange(change)
  const start = useStartJob()
  return async (topics) => {
    const [first, ...others] = topics
    if (!first || !(await confirm(questionFor(topics, words)))) return false
    if (others.length > 0) {
      start({
        title: words.question(topics.length),
        items: topics,
        nameOf: ({ topic }) => topic,
        change,
        perSecond: 100,
        onEnd({ results, failed, total }) {
          const refused = results.find(({ error }) => error !== undefined)
          if (refused) toast.error(texts.severalFailed(failed, total), errorText(refused.error))
          else toast.success(words.done(results.length))
        },
      })
      return true
    }
    return told(() => run(first), { done: words.done(1), failed: words.failed })
  }
}

function questionFor(topics: readonly Named[], words: Words) {
  return {
    title: words.question(topics.length),
    body: <AffectedItems names={topics.map(({ topic }) => topic)}>{words.body}</AffectedItems>,
    action: words.action,
    danger: true,
  }
}
