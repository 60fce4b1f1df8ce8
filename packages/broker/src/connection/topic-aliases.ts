import { ReasonError, reasonCode } from '../packets/index.ts'

/** Topic aliases of one connection, for one direction each (MQTT 5, 3.3.2.3.4). They end with the connection [MQTT-3.3.2-7]. */
export interface InboundAliases {
  /** @throws ReasonError 0x94 for an alias of 0 or above the maximum [MQTT-3.3.2-8], 0x82 for an alias that was never set */
  resolve(topic: string, alias: number): string
}

export function createInboundAliases(maximum: number): InboundAliases {
  // Created on first use, because most clients use none.
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
  /** Whether the client already has the alias, so that the topic can be omitted. */
  readonly known: boolean
}

export interface OutboundAliases {
  /** Undefined if all aliases that the client allows are in use [MQTT-3.1.2-26]. */
  find(topic: string): OutboundAlias | undefined
  /** Called when the first PUBLISH with the alias is sent. */
  learn(topic: string): void
}

/** Aliases are assigned to the first topics, as in EMQX, because clients mostly get the same topics. */
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
