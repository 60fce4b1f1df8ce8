import { IconBookmark, IconDeviceMobile, IconUser } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { type Loaded, useData, useErrorSentence } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { type Page, useGo } from '../../ui/index.ts'
import { matching, noResults, type PaletteEntry, type SearchResults } from './entries.ts'
import { paletteMessages } from './messages.ts'
import {
  allUsersQuery,
  exactTopicQuery,
  type FoundClient,
  foundClientsQuery,
  shownAtMost,
  someTopicsQuery,
} from './queries.ts'

/** Milliseconds without typing before a request is sent. */
const pause = 200
/** Shorter texts match almost everything. */
const shortest = 2

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

/** State of a search: results, loading, or error. */
function useNote(): (query: Loaded<unknown>, isSettled: boolean) => string | undefined {
  const texts = useMessages(paletteMessages)
  const errorText = useErrorSentence()
  return (query, isSettled) => {
    if (query.error && isSettled) return texts.failed(errorText(query.error))
    return !isSettled || query.isLoading ? texts.searching : undefined
  }
}

export interface ClientSearch {
  readonly clients: readonly FoundClient[]
  readonly note: string | undefined
  /** The search is complete. */
  readonly isDone: boolean
}

/** Clients whose id contains `text`; no requests for a short text. */
export function useClientSearch(text: string): ClientSearch {
  const note = useNote()
  const searchText = text.trim().length < shortest ? '' : text.trim()
  const debounced = useDebounced(searchText, pause)
  const query = useData(foundClientsQuery, debounced, { enabled: debounced !== '' })
  if (searchText === '') return { clients: [], note: undefined, isDone: true }
  const isSettled = debounced === searchText
  const clients = isSettled ? (query.data ?? []) : []
  const noteText = note(query, isSettled)
  return { clients, note: noteText, isDone: noteText === undefined }
}

/** The entry that opens the page of a client. */
export function useClientEntry(): (clientid: string, about?: FoundClient) => PaletteEntry {
  const texts = useMessages(paletteMessages)
  const go = useGo()
  return (clientid, about) => ({
    id: `client ${clientid}`,
    label: clientid,
    hint: about ? clientHint(about, texts) : texts.groups.clients,
    icon: <IconDeviceMobile {...icon} />,
    run: () => go({ to: '/clients/detail/$clientId', params: { clientId: clientid } }),
  })
}

export function clientHint({ connected, username }: FoundClient, texts: (typeof paletteMessages)['en']): string {
  const state = connected === false ? texts.disconnected : texts.connected
  return username ? `${username} · ${state}` : state
}

export function useTopicEntry(): (topic: string) => PaletteEntry {
  const texts = useMessages(paletteMessages)
  const go = useGo()
  return (topic) => ({
    id: `topic ${topic}`,
    label: topic,
    hint: texts.groups.topics,
    icon: <IconBookmark {...icon} />,
    run: () => go({ to: '/subscriptions/subscription', search: { topic } }),
  })
}

/** Topic filters with subscribers. */
export function useTopics(text: string): SearchResults {
  const note = useNote()
  const toEntry = useTopicEntry()
  const searchText = text.trim().length < shortest ? '' : text.trim()
  const debounced = useDebounced(searchText, pause)
  const some = useData(someTopicsQuery, undefined, { enabled: searchText !== '' })
  const isCut = some.data?.isCut === true
  const exact = useData(exactTopicQuery, debounced, { enabled: isCut && debounced !== '' })
  if (searchText === '') return noResults
  const found = (some.data?.topics ?? []).filter((topic) => topic.toLowerCase().includes(searchText.toLowerCase()))
  const topics = [...new Set([...(exact.data ?? []), ...found])].slice(0, shownAtMost)
  return {
    entries: topics.map(toEntry),
    note: note(some, true) ?? (isCut ? note(exact, debounced === searchText) : undefined),
  }
}

export function useUserEntry(): (username: string, role?: string) => PaletteEntry {
  const texts = useMessages(paletteMessages)
  const go = useGo()
  return (username, role = '') => ({
    id: `user ${username}`,
    label: username,
    hint: texts.roles[role] ?? texts.groups.users,
    icon: <IconUser {...icon} />,
    run: () => go({ to: '/users' }),
  })
}

/** Users of the dashboard, if there is a users page. */
export function useUsers(text: string, pages: readonly Page[]): SearchResults {
  const note = useNote()
  const toEntry = useUserEntry()
  const isWanted = text.trim().length >= shortest && pages.some(({ path }) => path === '/users')
  const users = useData(allUsersQuery, undefined, { enabled: isWanted })
  if (!isWanted) return noResults
  const all = (users.data ?? []).map(({ username, role }) => toEntry(username, role))
  return { entries: matching(all, text).slice(0, shownAtMost), note: note(users, true) }
}

/** The value after it was unchanged for `ms` milliseconds; an empty text immediately. */
function useDebounced(value: string, ms: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
