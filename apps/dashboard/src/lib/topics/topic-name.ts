export type TopicFault = 'empty' | 'tooLong' | 'nullCharacter' | 'wildcard'

/** The error in a topic name (MQTT 5, 3.3.2.1 and 4.7); undefined for a valid one. */
export function topicFault(topic: string): TopicFault | undefined {
  // [MQTT-4.7.3-1]
  if (topic === '') return 'empty'
  // [MQTT-3.3.2-2]
  if (/[#+]/.test(topic)) return 'wildcard'
  // [MQTT-4.7.3-2]
  if (topic.includes('\0')) return 'nullCharacter'
  // [MQTT-4.7.3-3]
  return new TextEncoder().encode(topic).length > 65_535 ? 'tooLong' : undefined
}

/** Whether a topic filter, which may be a shared one, matches `topic`. */
export function filterMatches(filter: string, topic: string): boolean {
  const levels = filter.replace(/^(\$share\/[^/]+|\$queue)\//, '').split('/')
  const parts = topic.split('/')
  // [MQTT-4.7.2-1]
  if (topic.startsWith('$') && (levels[0] === '#' || levels[0] === '+')) return false
  for (const [index, level] of levels.entries()) {
    if (level === '#') return true
    const part = parts[index]
    if (part === undefined || (level !== '+' && level !== part)) return false
  }
  return levels.length === parts.length
}
