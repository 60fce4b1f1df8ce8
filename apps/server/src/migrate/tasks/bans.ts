import { toBan } from '../../backends/embedded/banned/service.ts'
import { countsOf, createInBatches, findingOf } from '../batches.ts'
import type { MigrationSource } from '../source.ts'
import { field, type Target } from '../target.ts'
import type { MigrationTask } from '../task.ts'

const keyOf = (as: unknown, who: unknown) => `${String(as)} ${String(who)}`

/** Banned clients. Existing bans keep their expiry time. */
export function bansTasks(source: MigrationSource): readonly MigrationTask[] {
  const bans = source.bans()
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
