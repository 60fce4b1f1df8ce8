import { ReasonError, validateTopicName } from '@mqdeck/broker'

/** Maximum number of counted topics, as in EMQX. */
export const maxTopicMetrics = 512

/** Why a topic cannot be counted, as a sentence. Undefined if it can. */
export function topicError(topic: string): string | undefined {
  if (topic === '') return 'A topic must not be empty'
  if (/[+#]/.test(topic)) return 'Wildcards are not yet supported by Topic Metrics'
  if (/^\$(share|queue|exclusive)\//.test(topic))
    return 'Shared and exclusive subscriptions are not topics. Enter the topic itself'
  try {
    validateTopicName(topic, Number.POSITIVE_INFINITY)
    return undefined
  } catch (error) {
    if (error instanceof ReasonError) return `Invalid topic name: ${error.message}`
    throw error
  }
}

export interface TopicProblem {
  readonly index: number
  readonly reason: string
  readonly value: unknown
}

/** Errors in a list of topics. */
export function checkTopics(topics: readonly { readonly topic: string }[]): readonly TopicProblem[] {
  const seen = new Set<string>()
  return topics.flatMap(({ topic }, index) => {
    const reason = seen.has(topic) ? 'Topic already registered' : topicError(topic)
    seen.add(topic)
    return reason === undefined ? [] : [{ index, reason, value: topic }]
  })
}
