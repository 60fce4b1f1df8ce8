import { type Hooks, hookPriority, type Message } from '@mqdeck/broker'
import type { TopicCounter } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { type CountedTopic, countTopic, ratesOf, resetTopic, sampleTopic } from './counted-topic.ts'

export interface TopicMetricsOptions {
  readonly topics: readonly { readonly topic: string }[]
  readonly hooks: Pick<Hooks, 'fold' | 'on'>
  readonly clock: Clock
}

/** Counters and rates of a topic. Times are milliseconds since the epoch, rates are messages per second over ten seconds. */
export interface TopicMetricsEntry {
  readonly topic: string
  readonly createdAt: number
  readonly resetAt: number | undefined
  readonly counts: Readonly<Record<TopicCounter, number>>
  readonly rates: Readonly<Record<TopicCounter, number>>
}

/** Counts messages of individual topics: published, sent to subscribers and dropped, by QoS. */
export interface TopicMetrics {
  start(): void
  stop(): void
  /** In the order of addition. */
  list(): readonly TopicMetricsEntry[]
  get(topic: string): TopicMetricsEntry | undefined
  /** Topics that were in the list before keep their counters. */
  update(topics: readonly { readonly topic: string }[]): void
  /** Resets the counters. Returns false if the topic is not in the list. */
  reset(topic: string): boolean
}

const inByQos = ['messages.qos0.in', 'messages.qos1.in', 'messages.qos2.in'] as const
const outByQos = ['messages.qos0.out', 'messages.qos1.out', 'messages.qos2.out'] as const

export function createTopicMetrics({ topics, hooks, clock }: TopicMetricsOptions): TopicMetrics {
  const counted = new Map<string, CountedTopic>()
  let started = false
  let removers: readonly (() => void)[] = []

  const countIn = (message: Message | undefined) => {
    const found = message && counted.get(message.topic)
    if (!found) return message
    found.counts['messages.in'] += 1
    found.counts[inByQos[message.qos]] += 1
    return message
  }
  const sample = () => {
    const now = clock.now()
    for (const one of counted.values()) sampleTopic(one, now)
  }
  const removeHooks = () => {
    for (const remove of removers) remove()
    removers = []
  }
  const addHooks = () => {
    removeHooks()
    // Without topics, the message path has no overhead.
    if (!started || counted.size === 0) return
    removers = [
      hooks.fold('message.publish', countIn, {
        priority: hookPriority.topicMetrics,
        prefix: commonPrefix([...counted.keys()]),
      }),
      hooks.on('message.delivered', (_client, { topic }, qos) => {
        const found = counted.get(topic)
        if (!found) return
        found.counts['messages.out'] += 1
        found.counts[outByQos[qos]] += 1
      }),
      hooks.on('message.dropped', ({ topic }) => {
        const found = counted.get(topic)
        if (found) found.counts['messages.dropped'] += 1
      }),
      clock.every(1000, sample),
    ]
  }
  const update = (next: readonly { readonly topic: string }[]) => {
    const previous = new Map(counted)
    counted.clear()
    for (const { topic } of next) counted.set(topic, previous.get(topic) ?? countTopic(topic, clock.now()))
    addHooks()
  }
  const toEntry = (one: CountedTopic): TopicMetricsEntry => ({
    topic: one.topic,
    createdAt: one.createdAt,
    resetAt: one.resetAt,
    counts: { ...one.counts },
    rates: ratesOf(one, clock.now()),
  })

  update(topics)
  return {
    start() {
      started = true
      addHooks()
    },
    stop() {
      started = false
      removeHooks()
    },
    list: () => [...counted.values()].map(toEntry),
    get(topic) {
      const found = counted.get(topic)
      return found && toEntry(found)
    },
    update,
    reset(topic) {
      const found = counted.get(topic)
      if (found) resetTopic(found, clock.now())
      return found !== undefined
    },
  }
}

/** Common prefix of the topics, so that the hook is skipped for other topics. */
function commonPrefix([first = '', ...others]: readonly string[]): string {
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length)
}
