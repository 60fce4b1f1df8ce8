/** The holders of `$exclusive/` topics: one subscriber for each topic (EMQX). */
export interface ExclusiveTopics<S> {
  /** Returns false if another subscriber holds the topic (SUBACK 0x97). */
  claim(topic: string, subscriber: S): boolean
  /** Releases the topic if the subscriber holds it. */
  release(topic: string, subscriber: S): void
  holder(topic: string): S | undefined
}

/** `isHolding`: false for a subscriber that no longer counts as holder although it has not released its topics yet. */
export function createExclusiveTopics<S>(isHolding: (subscriber: S) => boolean = () => true): ExclusiveTopics<S> {
  const holders = new Map<string, S>()
  return {
    claim(topic, subscriber) {
      const holder = holders.get(topic)
      if (holder !== undefined && isHolding(holder)) return holder === subscriber
      holders.set(topic, subscriber)
      return true
    },
    release(topic, subscriber) {
      if (holders.get(topic) === subscriber) holders.delete(topic)
    },
    holder: (topic) => holders.get(topic),
  }
}
