export type FilterFault =
  | 'empty'
  | 'tooLong'
  | 'nullCharacter'
  | 'hash'
  | 'plus'
  | 'shareGroup'
  | 'shareTopic'
  | 'sharedNoLocal'

/** The error in a topic filter (MQTT 5, 4.7 and 4.8.2); undefined for a valid one. */
export function filterFault(filter: string, noLocal = false): FilterFault | undefined {
  if (filter === '') return 'empty'
  // [MQTT-4.7.3-3]
  if (new TextEncoder().encode(filter).length > 65_535) return 'tooLong'
  // [MQTT-4.7.3-2]
  if (filter.includes('\0')) return 'nullCharacter'
  if (!filter.startsWith('$share/')) return wildcardFault(filter)
  const [, group = '', ...levels] = filter.split('/')
  // [MQTT-4.8.2-1], [MQTT-4.8.2-2]
  if (group === '' || /[#+]/.test(group)) return 'shareGroup'
  if (levels.join('/') === '') return 'shareTopic'
  // [MQTT-3.8.3-4]
  return wildcardFault(levels.join('/')) ?? (noLocal ? 'sharedNoLocal' : undefined)
}

function wildcardFault(filter: string): FilterFault | undefined {
  const levels = filter.split('/')
  // [MQTT-4.7.1-1]
  if (levels.some((level, index) => level.includes('#') && (level !== '#' || index < levels.length - 1))) return 'hash'
  // [MQTT-4.7.1-2]
  return levels.some((level) => level.includes('+') && level !== '+') ? 'plus' : undefined
}

export interface SplitFilter {
  /** Group of a shared subscription; `$queue` for EMQX's short form of `$share/$queue/`. */
  readonly group: string | undefined
  readonly topic: string
}

/** The group of a shared subscription, and the topic filter after it. */
export function splitShare(filter: string): SplitFilter {
  if (filter.startsWith('$queue/')) return { group: '$queue', topic: filter.slice('$queue/'.length) }
  const [, group, topic] = /^\$share\/([^/]+)\/(.+)$/s.exec(filter) ?? []
  return group === undefined || topic === undefined ? { group: undefined, topic: filter } : { group, topic }
}

export const hasWildcard = (filter: string): boolean => /[+#]/.test(filter)
