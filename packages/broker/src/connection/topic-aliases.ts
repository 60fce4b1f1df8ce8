import { ReasonError, reasonCode } from '../packets/index.ts'

/** Topic aliases of one connection, for one direction each (MQTT 5, 3.3.2.3.4). They end with the connection [MQTT-3.3.2-7]. */
export interface InboundAliases {
  /** @throws ReasonError 0x94 for an alias of 0 or above the maximum [MQTT-3.3.2-8], 0x82 for one that was never set */
  resolve(topic: string, alias: number): string
}

export function createInboundAliases(maximum: number): InboundAliases {
  // Made when the first one comes: most clients use none.
  let topics: Map<number, string> | undefined
  return {
    resolve: (topic, alias) => {
      if (alias === 0 || alias > maximum)
        throw new ReasonError(reasonCode.topicAliasInvalid, 'topic_alias_invalid', 'MQTT-3.3.2-9')
      if (topic !== '') {
        topics ??= new Map()
        topics.set(alias, topic)
        return topic
      }
      const known = topics?.get(alias)
      if (known === undefined)
        throw new ReasonError(reasonCode.protocolError, 'protocol_error', undefined, 'this topic alias was never set')
      return known
    },
  }
}

interface OutboundAlias {
  readonly alias: number
  /** The client knows it already: the topic can be left away. */
  readonly known: boolean
}

export interface OutboundAliases {
  /** Undefined when all aliases that the client allows are taken [MQTT-3.1.2-26]. */
  find(topic: string): OutboundAlias | undefined
  /** The client will know it: its first PUBLISH goes out. */
  learn(topic: string): void
}

/** First come, first served, as EMQX does: the topics a client gets first are its topics, mostly. */
export function createOutboundAliases(maximum: number): OutboundAliases {
  const aliases = new Map<string, number>()
  return {
    find: (topic) => {
      const alias = aliases.get(topic)
      if (alias !== undefined) return { alias, known: true }
      return aliases.size < maximum ? { alias: aliases.size + 1, known: false } : undefined
    },
    learn: (topic) => {
      if (!aliases.has(topic) && aliases.size < maximum) aliases.set(topic, aliases.size + 1)
    },
  }
}
