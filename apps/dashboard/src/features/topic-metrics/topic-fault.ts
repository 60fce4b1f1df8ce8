import { filterFault, hasWildcard } from '../../lib/topic-filter.ts'

export type TopicFault = 'empty' | 'wildcard' | 'shared' | 'exclusive' | 'tooLong' | 'nullCharacter' | 'taken'

/** Why the messages of a topic cannot be counted; undefined when they can. The broker is the judge, this only answers sooner. */
export function topicFault(topic: string, taken: readonly string[]): TopicFault | undefined {
  if (hasWildcard(topic)) return 'wildcard'
  if (/^\$(share|queue)\//.test(topic)) return 'shared'
  if (topic.startsWith('$exclusive/')) return 'exclusive'
  if (taken.includes(topic)) return 'taken'
  const fault = filterFault(topic)
  return fault === 'empty' || fault === 'tooLong' || fault === 'nullCharacter' ? fault : undefined
}
