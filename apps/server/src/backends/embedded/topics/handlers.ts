import { AppError, ok } from '@mqdeck/contract'
import { filterNode, type HandlersOf, toPage } from '../management.ts'
import type { Services } from '../services.ts'

export function topicHandlers({ broker }: Services): HandlersOf<'topics'> {
  const toRow = (topic: string) => ({ topic, node: broker.node })
  return {
    listTopics: async ({ query }) => {
      filterNode(query.node, broker.node)
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
