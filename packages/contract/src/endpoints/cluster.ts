import * as z from 'zod'
import { empty, endpoint } from '../endpoint.ts'
import { body, count, field, nonNegInteger, response } from '../fields/index.ts'

export const Cluster = response({ name: z.string(), self: z.string(), nodes: z.array(z.string()) })
export type Cluster = z.infer<typeof Cluster>

export const ClusterTopology = z.array(
  response({
    core_node: z.string(),
    replicant_nodes: z.array(response({ node: z.string(), streams: count() })),
  }),
)
export type ClusterTopology = z.infer<typeof ClusterTopology>

const invited = { node: z.string(), started_at: z.string() }

/** Results of asynchronous invitations. Times are RFC 3339. */
export const ClusterInvitation = response({
  in_progress: z.array(response(invited)),
  succeed: z.array(response({ ...invited, finished_at: z.string() })),
  failed: z.array(response({ ...invited, finished_at: z.string(), reason: z.string() })),
})
export type ClusterInvitation = z.infer<typeof ClusterInvitation>

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

/** `name@host`: the only rule that EMQX enforces. */
export const isNodeName = (text: string): boolean => /^[^@]+@[^@]+$/.test(text)

export const NodeToInvite = z.object({
  node: field<string>({ type: 'string', example: 'emqx2@127.0.0.1' }, (value, refuse) =>
    typeof value === 'string' && isNodeName(value) ? value : refuse({ reason: 'Bad node name' }),
  ),
})

/** Invites a node to this cluster and waits for it. `timeout` in milliseconds, default 15000, at least 5000. */
export const inviteNode = endpoint({
  method: 'PUT',
  path: '/cluster/{node}/invite',
  title: { en: 'Invite node', zh: '邀请节点' },
  tag: 'Cluster',
  params: NodeToInvite,
  body: body({ timeout: nonNegInteger({ example: '15000' }).optional() }),
  ok: { 200: empty },
  errors: { 400: ['BAD_REQUEST'] },
})

/** The same without waiting. `getClusterInvitation` has the result. */
export const inviteNodeAsync = endpoint({
  method: 'PUT',
  path: '/cluster/{node}/invite_async',
  title: { en: 'Invite node in the background', zh: '异步邀请节点' },
  tag: 'Cluster',
  params: NodeToInvite,
  ok: { 200: empty },
  errors: { 400: ['BAD_REQUEST'] },
})

/** Removes a node from the cluster, running or not. */
export const forceLeaveNode = endpoint({
  method: 'DELETE',
  path: '/cluster/{node}/force_leave',
  title: { en: 'Remove node from cluster', zh: '将节点移出集群' },
  tag: 'Cluster',
  params: NodeToInvite,
  ok: { 204: empty },
  errors: { 400: ['BAD_REQUEST'] },
})

export const cluster = {
  getCluster,
  getClusterTopology,
  getClusterInvitation,
  inviteNode,
  inviteNodeAsync,
  forceLeaveNode,
}
