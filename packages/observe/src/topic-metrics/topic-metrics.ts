import type { Hooks, Message } from '@mqdeck/broker'
import type { TopicCounter } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { type CountedTopic, countTopic, ratesOf, resetTopic, sampleTopic } from './counted-topic.ts'

export interface TopicMetricsOptions {
  readonly topics: readonly { readonly topic: string }[]
  readonly hooks: Pick<Hooks, 'fold' | 'on'>
  readonly clock: Clock
}

/** The figures of one topic; times are milliseconds since the epoch, rates messages per second over ten seconds. */
export interface TopicFigures {
  readonly topic: string
  readonly createdAt: number
  readonly resetAt: number | undefined
  readonly counts: Readonly<Record<TopicCounter, number>>
  readonly rates: Readonly<Record<TopicCounter, number>>
}

/** Counts the messages of single topics: published, sent to subscribers, dropped; by QoS. */
export interface TopicMetrics {
  start(): void
  stop(): void
  /** In the order in which they were added. */
  list(): readonly TopicFigures[]
  get(topic: string): TopicFigures | undefined
  /** What stays among the topics keeps its counts. */
  update(topics: readonly { readonly topic: string }[]): void
  /** Begins at zero again. False when the topic is not counted. */
  reset(topic: string): boolean
}

const inByQos = ['messages.qos0.in', 'messages.qos1.in', 'messages.qos2.in'] as const
const outByQos = ['messages.qos0.out', 'messages.qos1.out', 'messages.qos2.out'] as const
/** EMQX's place among those who look at a message: after it was rewritten, before it is delayed. Lower runs first. */
const priority = -940

export function createTopicMetrics({ topics, hooks, clock }: TopicMetricsOptions): TopicMetrics {
  const counted = new Map<string, CountedTopic>()
  let started = false
  let ends: readonly (() => void)[] = []

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
  const unhook = () => {
    for (const end of ends) end()
    ends = []
  }
  const hook = () => {
    unhook()
    // Without topics the message path should not notice that there is such a thing.
    if (!started || counted.size === 0) return
    ends = [
      hooks.fold('message.publish', countIn, { priority, prefix: commonBeginning([...counted.keys()]) }),
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
    const before = new Map(counted)
    counted.clear()
    for (const { topic } of next) counted.set(topic, before.get(topic) ?? countTopic(topic, clock.now()))
    hook()
  }
  const toFigures = (one: CountedTopic): TopicFigures => ({
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
      hook()
    },
    stop() {
      started = false
      unhook()
    },
    list: () => [...counted.values()].map(toFigures),
    get(topic) {
      const found = counted.get(topic)
      return found && toFigures(found)
    },
    update,
    reset(topic) {
      const found = counted.get(topic)
      if (found) resetTopic(found, clock.now())
      return found !== undefined
    },
  }
}

/** What all of them begin with, so that other topics can be known to interest nobody. */
function commonBeginning([first = '', ...others]: readonly string[]): string {
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length)
}
