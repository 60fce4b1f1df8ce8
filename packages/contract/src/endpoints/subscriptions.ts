import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { boolean, page, paging, qos, string } from '../fields/index.ts'
import { ClientSubscription } from './client-model.ts'

/** `topic`: exactly this filter. `match_topic`: filters that this filter covers. `share_group`: only this group. */
export const SubscriptionQuery = z.object({
  ...paging,
  node: string().optional(),
  clientid: string().optional(),
  qos: qos().optional(),
  topic: string().optional(),
  match_topic: string().optional(),
  share_group: string().optional(),
  durable: boolean().optional(),
})
export type SubscriptionQuery = z.infer<typeof SubscriptionQuery>

/** EMQX documents an array but returns a page. */
export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/subscriptions',
  tag: 'Subscriptions',
  query: SubscriptionQuery,
  ok: { 200: page(ClientSubscription) },
  errors: { 400: ['INVALID_PARAMETER'], 500: ['NODE_DOWN'] },
})

export const subscriptions = { listSubscriptions }
