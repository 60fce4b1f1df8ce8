import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { answer, count, string } from '../fields/index.ts'

/**
 * `refused`: it wanted to connect. `taken_over`: another connection came with its name and goes on with the session;
 * `discarded`: the session had to go for it. `denied`: it wanted to publish or subscribe. `dropped`: a message for it.
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

/** Something that happened to a client. */
export const TimelineEntry = answer({
  /** Rises from entry to entry of the node. */
  position: count(),
  event: z.enum(clientEvents),
  /** Milliseconds since the epoch. */
  at: z.int(),
  /** Of what happened again and again (drops, denials): how often, and when the last time. */
  count: count().optional(),
  last_at: z.int().optional(),
  /** EMQX's word: why it was disconnected, refused, denied (the source of the rule) or dropped. */
  reason: z.string().optional(),
  topic: z.string().optional(),
  qos: z.int().optional(),
  /** Of `denied`. */
  action: z.enum(['publish', 'subscribe']).optional(),
  /** Of `connected` and `refused`. */
  peername: z.string().optional(),
  listener: z.string().optional(),
  proto_name: z.string().optional(),
  proto_ver: z.int().optional(),
  username: z.string().optional(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/**
 * What happened to a client of late, the newest last; also when it is not connected, or never could. It is in memory: bounded for
 * each client and for all together, and gone after a restart. Of a client that nothing is known of it is empty.
 */
export const getClientTimeline = endpoint({
  method: 'GET',
  path: '/mqdeck/clients/{clientid}/timeline',
  tag: 'MQDeck',
  params: z.object({ clientid: string() }),
  ok: {
    200: answer({
      data: z.array(TimelineEntry),
      meta: answer({
        /** Milliseconds since the epoch: what happened before is not known. */
        since: z.int(),
        /** Entries of this client that had to go for newer ones. */
        forgotten: count(),
        /** Kept of one client at most. */
        limit: count(),
      }),
    }),
  },
})

export const clientTimelines = { getClientTimeline }
