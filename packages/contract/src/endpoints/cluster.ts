import * as z from 'zod'
import { endpoint, textBody } from '../endpoint.ts'
import { answer, count, string, withDefault } from '../fields/index.ts'

export const Cluster = answer({ name: z.string(), self: z.string(), nodes: z.array(z.string()) })
export type Cluster = z.infer<typeof Cluster>

export const ClusterTopology = z.array(
  answer({
    core_node: z.string(),
    replicant_nodes: z.array(answer({ node: z.string(), streams: count() })),
  }),
)
export type ClusterTopology = z.infer<typeof ClusterTopology>

const invited = { node: z.string(), started_at: z.string() }

/** How asynchronous invitations went. Times are RFC 3339. */
export const ClusterInvitation = answer({
  in_progress: z.array(answer(invited)),
  succeed: z.array(answer({ ...invited, finished_at: z.string() })),
  failed: z.array(answer({ ...invited, finished_at: z.string(), reason: z.string() })),
})
export type ClusterInvitation = z.infer<typeof ClusterInvitation>

/** `GET /status?format=json`. */
export const StatusAnswer = answer({
  rel_vsn: z.string(),
  node_name: z.string(),
  broker_status: z.enum(['started', 'stopped']),
  app_status: z.enum(['running', 'not_running']),
})
export type StatusAnswer = z.infer<typeof StatusAnswer>

/** Two lines of `text/plain`, or JSON with `format=json`. 503 with the same body while the broker is not running. */
export const getStatus = endpoint({
  method: 'GET',
  path: '/status',
  tag: 'Status',
  auth: 'none',
  query: z.object({ format: withDefault(string(), 'text') }),
  ok: { 200: textBody },
  otherErrors: { 503: textBody },
})

export const getCluster = endpoint({ method: 'GET', path: '/cluster', tag: 'Cluster', ok: { 200: Cluster } })

export const getClusterTopology = endpoint({
  method: 'GET',
  path: '/cluster/topology',
  tag: 'Cluster',
  ok: { 200: ClusterTopology },
})

export const getClusterInvitation = endpoint({
  method: 'GET',
  path: '/cluster/invitation',
  tag: 'Cluster',
  ok: { 200: ClusterInvitation },
})

export const cluster = { getStatus, getCluster, getClusterTopology, getClusterInvitation }
