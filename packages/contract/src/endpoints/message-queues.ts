import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, response } from '../fields/index.ts'

/** A session with queued messages. */
export const QueuedSession = response({
  clientid: z.string(),
  connected: z.boolean(),
  queued: count(),
  /** Maximum length of the message queue; 0 for no limit. */
  limit: count(),
  /** Messages dropped from the queue since the session started. */
  dropped: count(),
})
export type QueuedSession = z.infer<typeof QueuedSession>

/** The message queues of all sessions together. */
export const MessageQueues = response({
  /** Number of sessions that were counted. */
  sessions: count(),
  queued: count(),
  /** Sessions with a full message queue, connected and offline ones. */
  full_connected: count(),
  full_offline: count(),
  /** Connected clients with a full inflight window and queued messages: they acknowledge too slowly. */
  slow: count(),
  /** Sessions with the longest message queues, longest first. */
  longest: z.array(QueuedSession),
})
export type MessageQueues = z.infer<typeof MessageQueues>

/** EMQX has no such summary; its sessions must be listed. */
export const getMessageQueues = endpoint({
  method: 'GET',
  path: '/mqdeck/message_queues',
  tag: 'MQDeck',
  ok: { 200: MessageQueues },
})

export const messageQueues = { getMessageQueues }
