import { createValue, type Value } from '../../lib/json/value.ts'
import type { Fetch } from '../session/session-fetch.ts'

export type PendingChange = Pick<Value<number | undefined>, 'get' | 'subscribe'>

/** Records since when a change of `fetch` has no answer. */
export function watchChanges(fetch: Fetch): { readonly fetch: Fetch; readonly pending: PendingChange } {
  const pending = createValue<number | undefined>(undefined)
  const sent = new Set<{ readonly at: number }>()
  const update = () => {
    const [oldest] = sent
    pending.set(oldest?.at)
  }
  return {
    pending,
    async fetch(url, init) {
      if ((init.method ?? 'GET') === 'GET') return fetch(url, init)
      const change = { at: Date.now() }
      sent.add(change)
      update()
      try {
        return await fetch(url, init)
      } finally {
        sent.delete(change)
        update()
      }
    },
  }
}
