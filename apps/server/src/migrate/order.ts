import { field, type Target } from './target.ts'
import type { Finding, MigrationTask } from './task.ts'

interface Order {
  readonly kind: 'authenticator' | 'authz_source'
  /** The order here. */
  readonly ids: readonly string[]
  /** Identifies a member. */
  readonly field: 'id' | 'type'
  list(target: Target): Promise<unknown>
  readonly path: string
}

/** Reorders a chain like ours. Members that only the target has follow at the end. */
export function orderTask({ kind, ids, field: by, list, path }: Order): readonly MigrationTask[] {
  if (ids.length < 2) return []
  const theirIds = async (target: Target) => {
    const all = await list(target)
    return Array.isArray(all) ? all.map((one) => String(field(one, by))) : []
  }
  return [
    {
      kind,
      name: 'order',
      async find(target): Promise<Finding> {
        const there = (await theirIds(target)).filter((id) => ids.includes(id))
        const here = ids.filter((id) => there.includes(id))
        if (there.join() !== here.join()) return { state: 'differs', detail: there.join(', ') }
        return { state: here.length === ids.length ? 'equal' : 'create' }
      },
      async make({ target }) {
        const there = await theirIds(target)
        const next = [...ids.filter((id) => there.includes(id)), ...there.filter((id) => !ids.includes(id))]
        if (next.join() !== there.join())
          await target.send(
            'PUT',
            path,
            next.map((id) => ({ [by]: id })),
          )
        return undefined
      },
    },
  ]
}
