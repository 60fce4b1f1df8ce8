import { countsOf, createInBatches, findingOf } from '../../../migrate/batches.ts'
import type { MigrationSource } from '../../../migrate/source.ts'
import { field, type Target } from '../../../migrate/target.ts'
import type { MigrationTask } from '../../../migrate/task.ts'
import { readBans, toBan } from './service.ts'

const keyOf = (as: unknown, who: unknown) => `${String(as)} ${String(who)}`

/** Banned clients. Existing bans keep their expiry time. */
export function bansTasks(source: MigrationSource): readonly MigrationTask[] {
  const bans = readBans(source.store, source.now())
  if (bans.length === 0) return []
  const missing = async (target: Target) => {
    const known = new Set<string>()
    for await (const row of target.pages('/banned')) known.add(keyOf(field(row, 'as'), field(row, 'who')))
    return new Set(bans.filter(({ as, who }) => !known.has(keyOf(as, who))))
  }
  return [
    {
      kind: 'ban',
      name: 'all',
      async find(target) {
        const left = await missing(target)
        return findingOf(countsOf(bans.map((ban) => (left.has(ban) ? 'missing' : 'equal'))))
      },
      make: async (making) =>
        createInBatches(
          [...(await missing(making.target))],
          {
            size: 1,
            nameOf: ({ as, who }) => keyOf(as, who),
            make: ([ban]) => (ban ? making.target.send('POST', '/banned', toBan(ban)) : Promise.resolve()),
          },
          making,
        ),
    },
  ]
}
