import * as z from 'zod'
import { endpoint } from '../endpoint.ts'
import { count, response, string } from '../fields/index.ts'
import { Metrics } from './metrics.ts'
import { Stats } from './stats.ts'

export const byNode = z.object({ node: string() })

/** A node of the cluster. Stopped nodes only have `node`, `node_status` and `role`. */
export const NodeInfo = response({
  node: z.string(),
  node_status: z.enum(['running', 'stopped']),
  role: z.enum(['core', 'replicant']),
  edition: z.enum(['Opensource', 'Enterprise']).optional(),
  version: z.string().optional(),
  /** Milliseconds. */
  uptime: count().optional(),
  connections: count().optional(),
  live_connections: count().optional(),
  cluster_sessions: count().optional(),
  load1: z.number().optional(),
  load5: z.number().optional(),
  load15: z.number().optional(),
  /** Only on MQDeck's broker: CPU usage of all processors in percent. EMQX only returns load averages. */
  os_cpu_load: z.number().optional(),
  /** `23.54G` */
  memory_total: z.string().optional(),
  memory_used: z.string().optional(),
  max_fds: count().optional(),
  process_available: count().optional(),
  process_used: count().optional(),
  otp_release: z.string().optional(),
  log_path: z.string().optional(),
  sys_path: z.string().optional(),
})
export type NodeInfo = z.infer<typeof NodeInfo>

export const listNodes = endpoint({ method: 'GET', path: '/nodes', tag: 'Nodes', ok: { 200: z.array(NodeInfo) } })

export const getNode = endpoint({
  method: 'GET',
  path: '/nodes/{node}',
  tag: 'Nodes',
  params: byNode,
  ok: { 200: NodeInfo },
  errors: { 404: ['NOT_FOUND'] },
})

export const getNodeStats = endpoint({
  method: 'GET',
  path: '/nodes/{node}/stats',
  tag: 'Nodes',
  params: byNode,
  ok: { 200: Stats },
  errors: { 404: ['NOT_FOUND'] },
})

export const getNodeMetrics = endpoint({
  method: 'GET',
  path: '/nodes/{node}/metrics',
  tag: 'Nodes',
  params: byNode,
  ok: { 200: Metrics },
  errors: { 404: ['NOT_FOUND'] },
})

/** Enterprise edition only; this server never returns it. */
export const getLicense = endpoint({
  method: 'GET',
  path: '/license',
  tag: 'License',
  ok: {
    200: response({
      /** `2029-04-17` */
      expiry_at: z.string(),
      /** Whether it has expired. */
      expiry: z.boolean().optional(),
      max_sessions: z.union([z.int(), z.literal('infinity')]).optional(),
    }),
  },
})

export const nodes = { listNodes, getNode, getNodeStats, getNodeMetrics }

/** A node of the list in `MQDECK_BROKER`. */
export const NodeUrl = response({
  /** `http://10.0.0.1:18083` */
  url: z.string(),
  /** `emqx@10.0.0.1`; missing until the node has responded. */
  node: z.string().optional(),
})

/**
 * Addresses of the API of each node, for users that may read the nodes. Served by the server in front of a cluster, never
 * by a broker.
 */
export const listNodeUrls = endpoint({
  method: 'GET',
  path: '/mqdeck/node_urls',
  tag: 'MQDeck',
  ok: { 200: z.array(NodeUrl) },
  errors: { 404: ['NOT_FOUND'] },
})

/**
 * Header of every response that passes a server in front of a cluster while some nodes are unreachable. Lists their
 * names, each with the time of the first failure in milliseconds since 1970: `emqx2@10.0.0.2 1763812345678,
 * emqx3@10.0.0.3 1763812349000`.
 */
export const silentNodesHeader = 'mqdeck-silent-nodes'

/**
 * Header of a response that a server in front of a cluster has stored and sends because the cluster waits for a node that
 * does not respond: the time of the response in milliseconds since 1970.
 */
export const storedAnswerHeader = 'mqdeck-stored-answer'
