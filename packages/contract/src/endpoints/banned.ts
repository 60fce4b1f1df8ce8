import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import {
  body,
  count,
  epochSeconds,
  epochSecondsOrInfinity,
  oneOf,
  PageMeta,
  paging,
  response,
  string,
  withDefault,
} from '../fields/index.ts'

/** Kind of match: the exact value, a regular expression, or a network in CIDR notation. */
export const banDimensions = ['clientid', 'username', 'peerhost', 'clientid_re', 'username_re', 'peerhost_net'] as const
export type BanDimension = (typeof banDimensions)[number]

export const NewBan = body({
  as: oneOf(banDimensions),
  who: string(),
  by: string().optional(),
  reason: string().optional(),
  at: epochSeconds().optional(),
  until: withDefault(epochSecondsOrInfinity(), 'infinity'),
})
export type NewBan = z.infer<typeof NewBan>

const moment = [
  { type: 'integer', example: 1640995200 },
  { type: 'string', format: 'date-time', example: '2022-01-01T00:00:00.000Z' },
]

/** `at` and `until` are RFC 3339 without fractions; `until` may be `infinity`. */
export const Ban = response({
  as: z.enum(banDimensions),
  who: z.string(),
  by: z.string(),
  reason: z.string(),
  at: z.string().meta({ oneOf: moment }),
  until: z.string().meta({ default: 'infinity', oneOf: [{ oneOf: moment }, { type: 'string', enum: ['infinity'] }] }),
})
export type Ban = z.infer<typeof Ban>

/** Exact filters match their own dimension, `like_` filters a part of the text. */
export const BanQuery = z.object({
  ...paging,
  clientid: string().optional(),
  username: string().optional(),
  peerhost: string().optional(),
  like_clientid: string().optional(),
  like_username: string().optional(),
  like_peerhost: string().optional(),
  like_peerhost_net: string().optional(),
})
export type BanQuery = z.infer<typeof BanQuery>

export const listBanned = endpoint({
  method: 'GET',
  path: '/banned',
  tag: 'Banned',
  query: BanQuery,
  ok: {
    200: response({
      data: z.array(Ban),
      meta: PageMeta.extend({ hasnext: z.boolean().optional(), count: count() }),
    }),
  },
  errors: { 400: ['BAD_REQUEST'] },
})

export const createBanned = endpoint({
  method: 'POST',
  path: '/banned',
  title: { en: 'Ban client', zh: '封禁客户端' },
  tag: 'Banned',
  body: NewBan,
  ok: { 200: Ban },
  errors: { 400: ['ALREADY_EXISTS', 'BAD_REQUEST'] },
})

export const deleteBanned = endpoint({
  method: 'DELETE',
  path: '/banned/{as}/{who}',
  title: { en: 'Delete ban', zh: '解除封禁' },
  tag: 'Banned',
  params: z.object({ as: oneOf(banDimensions), who: string() }),
  ok: { 204: empty },
  errors: { 404: ['NOT_FOUND'] },
})

/** Deletes every ban. */
export const clearBanned = endpoint({
  method: 'DELETE',
  path: '/banned',
  title: { en: 'Delete all bans', zh: '解除所有封禁' },
  tag: 'Banned',
  ok: { 204: empty },
})

export const banned = { listBanned, createBanned, deleteBanned, clearBanned }
