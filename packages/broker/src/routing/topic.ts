import { ReasonError } from '../packets/reason-error.ts'

/** The possible prefixes of a filter: `$share/group/`, `$queue/` or `$exclusive/`. */
type FilterKind = 'normal' | 'shared' | 'exclusive'

/** A topic filter and its prefix. */
export interface ParsedFilter {
  readonly kind: FilterKind
  /** The name of the subscription: `a/+`, `$share/g/a/+`, `$queue/a/+`; `$exclusive/` is removed as in EMQX. */
  readonly name: string
  /** The filter that topics are matched with. */
  readonly filter: string
  /** `$queue` for `$queue/...`; undefined unless shared. */
  readonly group: string | undefined
}

/** Maximum bytes of a topic (4.7.3). */
const maxTopicBytes = 65_535

/**
 * @param maxLevels `max_topic_levels`; Infinity for no limit
 * @throws ReasonError 0x90 if the text is not a valid topic name (4.7)
 */
export function validateTopicName(topic: string, maxLevels = Number.POSITIVE_INFINITY): void {
  if (topic === lastValid.topic && maxLevels === lastValid.maxLevels) return
  if (topic.includes('#') || topic.includes('+')) throw invalidName('a topic name with a wildcard', 'MQTT-4.7.1-1')
  const problem = findProblem(topic, maxLevels)
  if (problem !== undefined) throw invalidName(problem.message, problem.clause)
  lastValid = { topic, maxLevels }
}

/** Publishers repeat their topics. */
let lastValid = { topic: '', maxLevels: -1 }

/**
 * Parses a filter like `parseFilter` and checks it.
 * @param maxLevels `max_topic_levels`; the prefix of a shared or exclusive filter does not count
 * @throws ReasonError 0x8f if the text is not a valid topic filter (4.7, 4.8.2)
 */
export function validateTopicFilter(text: string, maxLevels = Number.POSITIVE_INFINITY): ParsedFilter {
  const parsed = parseFilter(text)
  const problem = findProblem(text, Number.POSITIVE_INFINITY) ?? findProblem(parsed.filter, maxLevels)
  if (problem !== undefined) throw invalidFilter(problem.message, problem.clause)
  checkWildcards(parsed.filter)
  return parsed
}

/**
 * Removes the prefix `$share/group/`, `$queue/` (EMQX's short form of `$share/$queue/`) or `$exclusive/`.
 * @throws ReasonError 0x8f if the rest is empty or invalid
 */
export function parseFilter(text: string): ParsedFilter {
  if (!text.startsWith('$')) return { kind: 'normal', name: text, filter: text, group: undefined }
  if (text.startsWith('$share/')) return parseShare(text)
  if (text.startsWith('$queue/')) return shared('$queue', text.slice(7))
  if (text.startsWith('$exclusive/')) {
    const filter = text.slice(11)
    if (filter === '') throw invalidFilter('an exclusive subscription without a topic', 'MQTT-4.7.3-1')
    return { kind: 'exclusive', name: filter, filter, group: undefined }
  }
  return { kind: 'normal', name: text, filter: text, group: undefined }
}

export const isWildcard = (filter: string) => filter.includes('+') || filter.includes('#')

function parseShare(text: string): ParsedFilter {
  const slash = text.indexOf('/', 7)
  // At least one character, and followed by a filter [MQTT-4.8.2-1, MQTT-4.8.2-2].
  if (slash <= 7) throw invalidFilter('a shared subscription without a share name or filter', 'MQTT-4.8.2-1')
  const group = text.slice(7, slash)
  if (isWildcard(group)) throw invalidFilter('a share name with a wildcard', 'MQTT-4.8.2-2')
  return shared(group, text.slice(slash + 1))
}

function shared(group: string, filter: string): ParsedFilter {
  if (filter === '') throw invalidFilter('a shared subscription without a filter', 'MQTT-4.8.2-2')
  if (filter.startsWith('$share/') || filter.startsWith('$queue/') || filter.startsWith('$exclusive/'))
    throw invalidFilter('a shared subscription inside a shared subscription', 'MQTT-4.8.2-2')
  return { kind: 'shared', name: group === '$queue' ? `$queue/${filter}` : `$share/${group}/${filter}`, filter, group }
}

interface Problem {
  readonly message: string
  readonly clause?: string
}

function findProblem(topic: string, maxLevels: number): Problem | undefined {
  if (topic === '') return { message: 'an empty topic', clause: 'MQTT-4.7.3-1' }
  if (topic.includes('\0')) return { message: 'a topic with U+0000', clause: 'MQTT-4.7.3-2' }
  // A UTF-16 unit has at most three bytes, so short texts need no counting.
  if (topic.length > maxTopicBytes / 3 && new TextEncoder().encode(topic).length > maxTopicBytes)
    return { message: 'a topic of more than 65535 bytes', clause: 'MQTT-4.7.3-3' }
  if (maxLevels !== Number.POSITIVE_INFINITY && levelsOf(topic) > maxLevels)
    return { message: `a topic of more than ${maxLevels} levels` }
  return undefined
}

function levelsOf(topic: string): number {
  let levels = 1
  for (let at = topic.indexOf('/'); at >= 0; at = topic.indexOf('/', at + 1)) levels++
  return levels
}

/** `#` only as the whole last level [MQTT-4.7.1-1], `+` only as a whole level [MQTT-4.7.1-2]. */
function checkWildcards(filter: string): void {
  if (!isWildcard(filter)) return
  const levels = filter.split('/')
  for (const [index, level] of levels.entries()) {
    if (level.includes('#') && (level.length > 1 || index < levels.length - 1))
      throw invalidFilter('# must be the whole last level', 'MQTT-4.7.1-1')
    if (level.includes('+') && level.length > 1) throw invalidFilter('+ must be a whole level', 'MQTT-4.7.1-2')
  }
}

const invalidName = (message: string, clause?: string) => new ReasonError(0x90, 'topic_name_invalid', clause, message)
const invalidFilter = (message: string, clause?: string) =>
  new ReasonError(0x8f, 'topic_filter_invalid', clause, message)
