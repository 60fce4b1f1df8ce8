import { countsOf } from '../../../migrate/batches.ts'
import { isSame } from '../../../migrate/compare.ts'
import type { MigrationSource } from '../../../migrate/source.ts'
import { impossible, type MigrationTask, reportOnly } from '../../../migrate/task.ts'

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
  const count = source.store.table('delayed', { binary: true }).count()
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
