/** Who holds which topic of `$exclusive/`: one subscriber for each (EMQX). */
export interface ExclusiveTopics<S> {
  /** False when somebody else holds the topic: SUBACK 0x97 then. */
  claim(topic: string, subscriber: S): boolean
  /** Gives the topic back when the subscriber holds it. */
  release(topic: string, subscriber: S): void
  holder(topic: string): S | undefined
}

export function createExclusiveTopics<S>(): ExclusiveTopics<S> {
  const holders = new Map<string, S>()
  return {
    claim(topic, subscriber) {
      if (holders.has(topic)) return holders.get(topic) === subscriber
      holders.set(topic, subscriber)
      return true
    },
    release(topic, subscriber) {
      if (holders.get(topic) === subscriber) holders.delete(topic)
    },
    holder: (topic) => holders.get(topic),
  }
}
