import { filterFault, hasWildcard } from '../../lib/topics/topic-filter.ts'

export type TopicFault = 'empty' | 'wildcard' | 'shared' | 'exclusive' | 'tooLong' | 'nullCharacter' | 'exists'

/** Why a topic cannot be added, or undefined if it can. The broker validates too; this only reports faults before sending. */
export function topicFault(topic: string, existingTopics: readonly string[]): TopicFault | undefined {
  if (hasWildcard(topic)) return 'wildcard'
  if (/^\$(share|queue)\//.test(topic)) return 'shared'
  if (topic.startsWith('$exclusive/')) return 'exclusive'
  if (existingTopics.includes(topic)) return 'exists'
  const fault = filterFault(topic)
  return fault === 'empty' || fault === 'tooLong' || fault === 'nullCharacter' ? fault : undefined
}
