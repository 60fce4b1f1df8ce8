import { countsOf, createInBatches, findingOf } from '../batches.ts'
import { isSame } from '../compare.ts'
import type { MigrationSource } from '../source.ts'
import { field, type Target } from '../target.ts'
import { impossible, type MigrationTask, reportOnly } from '../task.ts'

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

export const autoSubscribeTasks = ({ configuration }: MigrationSource): readonly MigrationTask[] =>
  listTask('auto_subscribe', '/mqtt/auto_subscribe', configuration.get('auto_subscribe').topics)

export const rewriteTasks = ({ configuration }: MigrationSource): readonly MigrationTask[] =>
  listTask('rewrite', '/mqtt/topic_rewrite', configuration.get('rewrite'))

/** A list that can only be replaced as a whole. If the target has one, it is not changed. */
function listTask(
  kind: 'auto_subscribe' | 'rewrite',
  path: string,
  ours: readonly unknown[],
): readonly MigrationTask[] {
  if (ours.length === 0) return []
  return [
    {
      kind,
      name: 'all',
      async find(target) {
        const theirs = await target.get(path)
        if (!Array.isArray(theirs) || theirs.length === 0) return { state: 'create' }
        return isSame(ours, theirs) ? { state: 'equal' } : { state: 'differs' }
      },
      async make({ target }) {
        await target.send('PUT', path, ours)
        return undefined
      },
    },
  ]
}

/** No API accepts delayed messages with their remaining delay. */
export function delayedTasks(source: MigrationSource): readonly MigrationTask[] {
  const count = source.delayed()
  if (count === 0) return []
  return [
    reportOnly('delayed', 'all', async () => ({
      ...impossible(
        'delayed_not_carried',
        'EMQX has no API for delayed messages. This broker publishes them when they are due',
      ),
      counts: countsOf(Array.from({ length: count }, () => 'impossible' as const)),
    })),
  ]
}
