import { type ClientRow, listClientsV2, listTopics, listUsers, type User } from '@mqdeck/contract'
import { defineQuery } from '../../api/index.ts'

export const shownAtMost = 6

export type FoundClient = ClientRow & { readonly clientid: string }

const fields = 'clientid,username,connected,ip_address'

/** Clients whose id contains the text; an exact match comes first. */
export const foundClientsQuery = defineQuery<string, readonly FoundClient[]>({
  name: 'palette-clients',
  async load(call, text, signal) {
    const [exact, like] = await Promise.all([
      call(listClientsV2, { query: { clientid: [text], fields, limit: 1 }, signal }),
      call(listClientsV2, { query: { like_clientid: text, fields, limit: shownAtMost + 1 }, signal }),
    ])
    const rows = [...exact.data, ...like.data].filter((row): row is FoundClient => row.clientid !== undefined)
    return [...new Map(rows.map((row) => [row.clientid, row])).values()].slice(0, shownAtMost)
  },
})

const searchedTopics = 1000

interface Topics {
  readonly topics: readonly string[]
  /** There are more results than requested. */
  readonly isCut: boolean
}

/** The API only finds exact topic filters, so the first thousand are searched here. */
export const someTopicsQuery = defineQuery<undefined, Topics>({
  name: 'palette-topics',
  async load(call, _args, signal) {
    const { data, meta } = await call(listTopics, { query: { limit: searchedTopics }, signal })
    return { topics: [...new Set(data.map(({ topic }) => topic))], isCut: meta.hasnext }
  },
})

export const exactTopicQuery = defineQuery<string, readonly string[]>({
  name: 'palette-topic',
  async load(call, topic, signal) {
    const { data } = await call(listTopics, { query: { topic, limit: 1 }, signal })
    return data.map((row) => row.topic)
  },
})

export const allUsersQuery = defineQuery<undefined, readonly User[]>({
  name: 'palette-users',
  load: (call, _args, signal) => call(listUsers, { signal }),
})
