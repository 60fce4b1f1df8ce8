import {
  type Cluster,
  type ClusterInvitation,
  type ClusterTopology,
  forceLeaveNode,
  getCluster,
  getClusterInvitation,
  getClusterTopology,
  inviteNodeAsync,
} from '@mqdeck/contract'
import { defineChange, defineQuery, nodesQuery, refreshIntervals } from '../../api/index.ts'

export const clusterQuery = defineQuery<undefined, Cluster>({
  name: 'cluster',
  load: (call, _args, signal) => call(getCluster, { signal }),
  poll: 'chosen',
  interval: refreshIntervals.nodes,
  minInterval: () => 10_000,
})

export const topologyQuery = defineQuery<undefined, ClusterTopology>({
  name: 'cluster-topology',
  load: async (call, _args, signal) => {
    const cores = await call(getClusterTopology, { signal })
    return cores.toSorted((a, b) => a.core_node.localeCompare(b.core_node))
  },
  poll: 'chosen',
  interval: refreshIntervals.nodes,
  minInterval: () => 10_000,
})

/** Polled, because joining takes some seconds. */
export const invitationQuery = defineQuery<undefined, ClusterInvitation>({
  name: 'cluster-invitation',
  load: (call, _args, signal) => call(getClusterInvitation, { signal }),
  poll: refreshIntervals.statistics,
})

interface OfNode {
  readonly node: string
}

const all = [clusterQuery, topologyQuery, invitationQuery, nodesQuery]

/** Starts the invitation only; its result is in `invitationQuery`. */
export const inviteNode = defineChange<OfNode, undefined>({
  apply: (call, params) => call(inviteNodeAsync, { params }),
  invalidates: all,
})

export const forceLeave = defineChange<OfNode, undefined>({
  apply: (call, params) => call(forceLeaveNode, { params }),
  invalidates: all,
})
