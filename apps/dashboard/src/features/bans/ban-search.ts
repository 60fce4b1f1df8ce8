import type { BanQuery } from '@mqdeck/contract'
import { z } from 'zod'
import { pageSearch } from '../../api/index.ts'
import type { Matching } from '../../ui/index.ts'

const text = z.string().trim().min(1).optional()

/** The filters, named as in the API. Each finds only bans of its own kind. There is none for regular expressions. */
const filters = {
  clientid: text,
  like_clientid: text,
  username: text,
  like_username: text,
  peerhost: text,
  like_peerhost: text,
  like_peerhost_net: text,
}

export const banSearch = pageSearch.extend(filters)

type BanSearch = z.output<typeof banSearch>
type FilterName = keyof typeof filters
export type BanFilters = Pick<BanSearch, FilterName>

/** Only one filter at a time is offered, since two of them together never match. */
export const filteredKinds = ['clientid', 'username', 'peerhost', 'peerhost_net'] as const
type FilteredKind = (typeof filteredKinds)[number]

/** The values of the filter form. */
export interface BanDraft {
  readonly kind: FilteredKind
  readonly text: string
  /** Always fuzzy for networks. */
  readonly matching: Matching
}

export const noFilters: BanFilters = {
  clientid: undefined,
  like_clientid: undefined,
  username: undefined,
  like_username: undefined,
  peerhost: undefined,
  like_peerhost: undefined,
  like_peerhost_net: undefined,
}

export function toDraft(search: BanSearch): BanDraft {
  for (const kind of filteredKinds) {
    const exact = kind === 'peerhost_net' ? undefined : search[kind]
    if (exact !== undefined) return { kind, text: exact, matching: 'exact' }
    const like = search[`like_${kind}`]
    if (like !== undefined) return { kind, text: like, matching: 'fuzzy' }
  }
  return { kind: 'clientid', text: '', matching: 'fuzzy' }
}

/** All filters. Empty ones are undefined, so that they are removed from the URL. */
export function fromDraft({ kind, text, matching }: BanDraft): BanFilters {
  const value = text.trim()
  if (value === '') return noFilters
  const isExact = matching === 'exact' && kind !== 'peerhost_net'
  return { ...noFilters, [isExact ? kind : `like_${kind}`]: value }
}

/** The query of the API request. */
export function toQuery({ limit, page, ...search }: BanSearch): BanQuery {
  const draft = toDraft({ limit, page, ...search })
  const given = Object.entries(fromDraft(draft)).filter(([, value]) => value !== undefined)
  return { limit, page, ...Object.fromEntries(given) }
}
