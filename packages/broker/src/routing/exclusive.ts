/** Who holds which topic of `$exclusive/`: one subscriber for each (EMQX). */
export interface ExclusiveTopics<S> {
  /** False when somebody else holds the topic: SUBACK 0x97 then. */
  claim(topic: string, subscriber: S): boolean
  /** Gives the topic back when the subscriber holds it. */
  release(topic: string, subscriber: S): void
  holder(topic: string): S | undefined
}

/** `isHolding`: false for a subscriber whose topics are free although it has not given them back yet. */
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
