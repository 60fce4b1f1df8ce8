import { ReasonError, reasonCode } from '../../packets/index.ts'
import { validateTopicName } from '../../routing/index.ts'

export const delayedPrefix = '$delayed/'

/** Seconds, about 50 days; a larger number is a time in seconds since the epoch, at most as far away (EMQX). */
const maxInterval = 4_294_967

export interface DelayedTopic {
  /** Milliseconds since the epoch; may be in the past. */
  readonly dueAt: number
  /** Seconds from now; 0 if it is in the past. */
  readonly interval: number
  readonly topic: string
}

/**
 * Reads `$delayed/{seconds or time}/{topic}`.
 * @throws {ReasonError} 0x90 for an invalid topic; EMQX documents that such messages are dropped
 */
export function parseDelayedTopic(text: string, now: number): DelayedTopic {
  const slash = text.indexOf('/', delayedPrefix.length)
  const when = text.slice(delayedPrefix.length, slash < 0 ? undefined : slash)
  if (slash < 0 || !/^\d{1,15}$/.test(when)) throw invalid(`${text} has no delay in seconds followed by a topic`)
  const topic = text.slice(slash + 1)
  validateTopicName(topic)
  const seconds = Number(when)
  if (seconds <= maxInterval) return { dueAt: now + seconds * 1000, interval: seconds, topic }
  const interval = seconds - Math.round(now / 1000)
  if (interval > maxInterval) throw invalid(`${when} is more than ${maxInterval} seconds away`)
  return { dueAt: seconds * 1000, interval: Math.max(0, interval), topic }
}

const invalid = (message: string) =>
  new ReasonError(reasonCode.topicNameInvalid, 'topic_name_invalid', undefined, message)
