import { isIpAddress } from '@mqdeck/contract'
import { z } from 'zod'
import type { Matching } from '../../../ui/index.ts'
import { type CursorTrail, firstPage } from './cursor-trail.ts'

const text = z.string().trim().min(1).optional()
const texts = z.union([z.string(), z.array(z.string())]).transform((value) => trimmed([value].flat()))
const moment = z.iso.datetime({ offset: true }).optional()

/** The filters have the same names in the URL as in the API. */
const filters = {
  clientid: texts.optional(),
  like_clientid: text,
  username: texts.optional(),
  like_username: text,
  conn_state: z.enum(['connected', 'disconnected']).optional(),
  node: text,
  ip_address: z.string().refine(isIpAddress).optional(),
  proto_ver: z.enum(['3', '4', '5']).optional(),
  clean_start: z.enum(['true', 'false']).optional(),
  gte_connected_at: moment,
  lte_connected_at: moment,
  gte_created_at: moment,
  lte_created_at: moment,
}

/** Views of the page: the list, or the first sessions by a measure of the scan. */
export const clientViews = ['all', 'attention', 'queue', 'drops', 'inflight'] as const
export type ClientView = (typeof clientViews)[number]

export const clientSearch = z.object({
  ...filters,
  view: z.enum(clientViews).default('all'),
  /** Filters the first sessions by a part of their IDs. */
  find: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(20),
  page: z.coerce.number().int().min(1).default(1),
  /** See cursor-trail.ts. */
  cursor: texts.default([]),
})

export type ClientSearch = z.output<typeof clientSearch>
export type FilterName = keyof typeof filters
export type ClientFilters = Pick<ClientSearch, FilterName>

/** In the order of the form. */
export const filterNames: readonly FilterName[] = [
  'clientid',
  'like_clientid',
  'username',
  'like_username',
  'conn_state',
  'node',
  'ip_address',
  'proto_ver',
  'clean_start',
  'gte_connected_at',
  'lte_connected_at',
  'gte_created_at',
  'lte_created_at',
]

/** The active filters, without the empty ones. */
export function filtersOf(search: ClientSearch): ClientFilters {
  return Object.fromEntries(filterNames.filter((name) => isSet(search[name])).map((name) => [name, search[name]]))
}

/** Changed filters start at the first page. */
export function withFilters(change: ClientFilters): ClientFilters & Pick<ClientSearch, keyof CursorTrail> {
  return { ...change, page: firstPage.page, cursor: [...firstPage.cursor] }
}

export const noFilters: ClientFilters = Object.fromEntries(filterNames.map((name) => [name, undefined]))

/** The filters as the form shows them: texts with their matching, and chosen values. */
export interface ClientDraft
  extends Pick<
    ClientSearch,
    | 'conn_state'
    | 'node'
    | 'proto_ver'
    | 'clean_start'
    | 'gte_connected_at'
    | 'lte_connected_at'
    | 'gte_created_at'
    | 'lte_created_at'
  > {
  /** Exact values are separated by commas. */
  readonly clientid: string
  readonly clientidMatching: Matching
  readonly username: string
  readonly usernameMatching: Matching
  readonly ip_address: string
}

export function toDraft(search: ClientSearch): ClientDraft {
  const { clientid = [], like_clientid, username = [], like_username, ip_address = '', ...others } = filtersOf(search)
  return {
    ...others,
    clientid: clientid.length > 0 ? clientid.join(', ') : (like_clientid ?? ''),
    clientidMatching: clientid.length > 0 ? 'exact' : 'fuzzy',
    username: username.length > 0 ? username.join(', ') : (like_username ?? ''),
    usernameMatching: username.length > 0 ? 'exact' : 'fuzzy',
    ip_address,
  }
}

/** Every filter. Empty ones are undefined, so that they are removed from the URL. */
export function fromDraft(draft: ClientDraft): ClientFilters {
  const { clientid, clientidMatching, username, usernameMatching, ip_address, ...others } = draft
  const isExactId = clientidMatching === 'exact'
  const isExactName = usernameMatching === 'exact'
  return {
    ...noFilters,
    ...others,
    clientid: isExactId ? orUndefined(trimmed(clientid.split(','))) : undefined,
    like_clientid: isExactId ? undefined : orUndefined(clientid.trim()),
    username: isExactName ? orUndefined(trimmed(username.split(','))) : undefined,
    like_username: isExactName ? undefined : orUndefined(username.trim()),
    ip_address: orUndefined(ip_address.trim()),
  }
}

export const isAddressOrEmpty = (address: string): boolean => address.trim() === '' || isIpAddress(address.trim())

const trimmed = (values: readonly string[]) => values.map((value) => value.trim()).filter((value) => value !== '')

const isSet = (value: ClientFilters[FilterName]) => value !== undefined && value.length > 0

const orUndefined = <T extends string | string[]>(value: T): T | undefined => (value.length > 0 ? value : undefined)
