import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, response, string } from '../fields/index.ts'

/**
 * `refused`: its connection was rejected. `taken_over`: another connection with the same client ID continues the
 * session; `discarded`: another connection discarded the session. `denied`: publishing or subscribing was denied.
 * `dropped`: a message to the client was dropped.
 */
export const clientEvents = [
  'connected',
  'refused',
  'disconnected',
  'session_created',
  'session_resumed',
  'session_ended',
  'taken_over',
  'discarded',
  'subscribed',
  'unsubscribed',
  'denied',
  'dropped',
] as const
export type ClientEvent = (typeof clientEvents)[number]

/** An event of a client. */
export const TimelineEntry = response({
  /** Increases with each entry of the node. */
  position: count(),
  event: z.enum(clientEvents),
  /** Milliseconds since the epoch. */
  at: z.int(),
  /**
   * For repeated events (drops, denials): the number of events, the time of the last one, and the most frequent topics.
   * `topic` is that of the first event.
   */
  count: count().optional(),
  last_at: z.int().optional(),
  topics: z.array(response({ topic: z.string(), count: count() })).optional(),
  /** EMQX's reason of the disconnect, rejection, denial (the source of the rule) or drop. */
  reason: z.string().optional(),
  topic: z.string().optional(),
  qos: z.int().optional(),
  /** Only for `denied`. */
  action: z.enum(['publish', 'subscribe']).optional(),
  /** Only for `connected` and `refused`. */
  peername: z.string().optional(),
  listener: z.string().optional(),
  proto_name: z.string().optional(),
  proto_ver: z.int().optional(),
  username: z.string().optional(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/**
 * Recent events of a client, newest last, also for clients that are disconnected or never connected. The events are in
 * memory, limited per client and in total, and lost on restart. Empty for unknown clients.
 */
export const getClientTimeline = endpoint({
  method: 'GET',
  path: '/mqdeck/clients/{clientid}/timeline',
  tag: 'MQDeck',
  params: z.object({ clientid: string() }),
  ok: {
    200: response({
      data: z.array(TimelineEntry),
      meta: response({
        /** Milliseconds since the epoch. Earlier events are unknown. */
        since: z.int(),
        /** Number of entries of this client that were dropped for newer ones. */
        forgotten: count(),
        /** Maximum number of entries per client, of all kinds together. */
        limit: count(),
      }),
    }),
  },
})

export const clientTimelines = { getClientTimeline }
