import { countsOf, createInBatches, findingOf } from '../../../migrate/batches.ts'
import type { MigrationSource } from '../../../migrate/source.ts'
import { field, type Target } from '../../../migrate/target.ts'
import type { MigrationTask } from '../../../migrate/task.ts'

/** Topics with metrics. The counts start at zero. */
export function topicMetricsTasks({ configuration }: MigrationSource): readonly MigrationTask[] {
  const topics = configuration.get('topic_metrics').map(({ topic }) => topic)
  if (topics.length === 0) return []
  const missing = async (target: Target) => {
    const theirs = await target.get('/mqtt/topic_metrics')
    const known = new Set(Array.isArray(theirs) ? theirs.map((one) => field(one, 'topic')) : [])
    return topics.filter((topic) => !known.has(topic))
  }
  return [
    {
      kind: 'topic_metrics',
      name: 'all',
      async find(target) {
        const left = await missing(target)
        return findingOf(countsOf(topics.map((topic) => (left.includes(topic) ? 'missing' : 'equal'))))
      },
      make: async (making) =>
        createInBatches(
          await missing(making.target),
          {
            size: 1,
            nameOf: (topic) => topic,
            make: ([topic]) => making.target.send('POST', '/mqtt/topic_metrics', { topic }),
          },
          making,
        ),
    },
  ]
}
