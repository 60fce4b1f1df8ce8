import { ReasonError, validateTopicName } from '@mqdeck/broker'

/** How many topics can be counted at the same time; EMQX's figure. */
export const maxTopicMetrics = 512

/** A sentence about why a topic cannot be counted; undefined when it can. */
export function troubleWithTopic(topic: string): string | undefined {
  if (topic === '') return 'A topic must not be empty'
  if (/[+#]/.test(topic)) return 'Wildcards are not yet supported by Topic Metrics'
  if (/^\$(share|queue|exclusive)\//.test(topic))
    return 'Shared and exclusive subscriptions are not topics: name the topic'
  try {
    validateTopicName(topic, Number.POSITIVE_INFINITY)
    return undefined
  } catch (error) {
    if (error instanceof ReasonError) return `This is not a topic name: ${error.message}`
    throw error
  }
}

export interface TopicProblem {
  readonly index: number
  readonly reason: string
  readonly value: unknown
}

/** What is wrong with a list of topics. */
export function checkTopics(topics: readonly { readonly topic: string }[]): readonly TopicProblem[] {
  const seen = new Set<string>()
  return topics.flatMap(({ topic }, index) => {
    const reason = seen.has(topic) ? 'Topic already registered' : troubleWithTopic(topic)
    seen.add(topic)
    return reason === undefined ? [] : [{ index, reason, value: topic }]
  })
}
