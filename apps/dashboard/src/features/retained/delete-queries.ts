import { deleteRetained, listRetained } from '@mqdeck/contract'
import { defineChange } from '../../api/change.ts'
import { orIfMissing } from '../../api/errors/errors.ts'
import { defineQuery } from '../../api/query.ts'

// Not part of the index: the first page does not need it.

/** The maximum page size: each page costs the broker a scan of all matches. */
const limit = 10_000

/** The distinct topics with a retained message that match a filter. */
export const retainedTopicsQuery = defineQuery<{ readonly filter: string }, readonly string[]>({
  name: 'retained-topics',
  async load(call, { filter }, signal) {
    const topics = new Set<string>()
    for (let page = 1; ; page++) {
      const { data, meta } = await call(listRetained, { query: { topic: filter, page, limit }, signal })
      for (const row of data) topics.add(row.topic)
      if (!meta.hasnext || data.length === 0) return [...topics]
    }
  },
})

/** The queries of the pages that show retained messages. */
export const shownRetained = [{ name: 'retained' }, { name: 'retained-count' }, { name: 'retained-message-of-topic' }]

/** A message that no longer exists counts as deleted. */
export const removeRetained = defineChange<{ readonly topic: string }, undefined>({
  apply: (call, params) => orIfMissing(call(deleteRetained, { params }), undefined),
  invalidates: shownRetained,
})
