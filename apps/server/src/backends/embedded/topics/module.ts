import { AppError, ok } from '@mqdeck/contract'
import type { BrokerContext } from '../broker-context.ts'
import { type HandlersOf, toPage } from '../management.ts'
import { defineModule } from '../resource-module.ts'

function topicHandlers({ broker, nodes }: BrokerContext): HandlersOf<'topics'> {
  const toRow = (topic: string) => ({ topic, node: nodes.own })
  return {
    listTopics: async ({ query }) => {
      nodes.requireFilter(query.node)
      const total = query.topic === undefined ? broker.stats().topics : 'count'
      return ok(await toPage(candidates(query.topic), query, { total, toRow, turn: broker.turn }))
    },
    getTopic: ({ params }) => {
      if (!broker.hasTopic(params.topic)) throw new AppError('TOPIC_NOT_FOUND', 'Topic not found')
      return ok([toRow(params.topic)])
    },
  }

  function candidates(topic: string | undefined): Iterable<string> {
    if (topic === undefined) return broker.topics()
    return broker.hasTopic(topic) ? [topic] : []
  }
}

export const topicsModule = defineModule({
  name: 'topics',
  create: (context) => ({ handlers: topicHandlers(context) }),
})
