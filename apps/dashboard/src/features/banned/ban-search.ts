import type { BanQuery } from '@mqdeck/contract'
import { z } from 'zod'
import type { Matching } from '../../ui/index.ts'

const text = z.string().trim().min(1).optional()

/** The filters under the names the API has for them. Each looks into bans of its own kind alone; regular expressions have none. */
const filters = {
  clientid: text,
  like_clientid: text,
  username: text,
  like_username: text,
  peerhost: text,
  like_peerhost: text,
  like_peerhost_net: text,
}

export const banSearch = z.object({
  ...filters,
  limit: z.coerce.number().int().min(1).max(1000).default(20),
  page: z.coerce.number().int().min(1).default(1),
})

type BanSearch = z.output<typeof banSearch>
type FilterName = keyof typeof filters
export type BanFilters = Pick<BanSearch, FilterName>

/** Two of them would fit nothing together, so one is offered. */
export const filteredKinds = ['clientid', 'username', 'peerhost', 'peerhost_net'] as const
type FilteredKind = (typeof filteredKinds)[number]

/** The filter as the form shows it. */
export interface BanDraft {
  readonly kind: FilteredKind
  readonly text: string
  /** Networks are looked for by a part of their text alone. */
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

/** Every filter, the empty ones as undefined, so that they leave the URL. */
export function fromDraft({ kind, text, matching }: BanDraft): BanFilters {
  const value = text.trim()
  if (value === '') return noFilters
  const isExact = matching === 'exact' && kind !== 'peerhost_net'
  return { ...noFilters, [isExact ? kind : `like_${kind}`]: value }
}

/** What the broker is asked for. */
export function toQuery({ limit, page, ...search }: BanSearch): BanQuery {
  const draft = toDraft({ limit, page, ...search })
  const given = Object.entries(fromDraft(draft)).filter(([, value]) => value !== undefined)
  return { limit, page, ...Object.fromEntries(given) }
}
