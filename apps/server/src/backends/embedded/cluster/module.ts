import { AppError, type ClusterInvitation, ok, type StatusResponse } from '@mqdeck/contract'
import { BoundedMap, type Clock } from '@mqdeck/kit'
import { DeclaredError } from '../../../http/error-map.ts'
import type { BrokerContext } from '../broker-context.ts'
import { type HandlersOf, toRfc3339 } from '../management.ts'
import { defineModule } from '../resource-module.ts'

/** Minimum timeout of EMQX for an invitation, milliseconds. */
const shortestInvitation = 5000

function clusterHandlers({
  nodes,
  clock,
  version,
  isRunning,
}: BrokerContext): HandlersOf<'cluster'> & HandlersOf<'status'> {
  const { own: node } = nodes
  const invitations = createInvitations(clock)
  return {
    getStatus: ({ query }) => {
      const asJson = query.format === 'json'
      const running = isRunning()
      const status = toStatus(node, version, running)
      if (!running) throw new DeclaredError(503, asJson ? status : toText(status))
      // EMQX sends Retry-After with every status, for load balancers.
      const headers = { 'retry-after': '15', ...(asJson && { 'content-type': 'application/json' }) }
      return { status: 200, body: asJson ? JSON.stringify(status) : toText(status), headers }
    },
    getCluster: () => ok({ name: 'emqxcl', nodes: [...nodes.names], self: node }),
    getClusterTopology: () => ok([{ core_node: node, replicant_nodes: [] }]),
    getClusterInvitation: () => ok(invitations.status()),
    inviteNode: ({ params, body: { timeout = shortestInvitation } }) => {
      if (timeout < shortestInvitation) throw badRequest(`timeout cannot be less than ${shortestInvitation}ms`)
      // This broker is a single node and cannot reach others. Erlang returns this error for such a node.
      throw badRequest(params.node === node ? 'Cannot invite self' : 'nodedown')
    },
    inviteNodeAsync: ({ params }) => {
      if (params.node === node) throw badRequest("Can't invite self")
      invitations.fail(params.node)
      return ok(undefined)
    },
    forceLeaveNode: ({ params }) => {
      throw badRequest(params.node === node ? "Can't leave self" : 'node_not_in_cluster')
    },
  }
}

const badRequest = (message: string) => new AppError('BAD_REQUEST', message)

const toStatus = (node: string, version: string, running: boolean): StatusResponse => ({
  rel_vsn: version,
  node_name: node,
  broker_status: running ? 'started' : 'stopped',
  app_status: running ? 'running' : 'not_running',
})

/** Health checks look for "emqx is running". */
const toText = ({ node_name, broker_status, app_status }: StatusResponse) =>
  `Node ${node_name} is ${broker_status}\nemqx is ${app_status}`

/** Results of recent invitations. */
interface Invitations {
  /** A node that cannot be reached. For this broker that is every node, because it is a cluster of one. */
  fail(node: string): void
  status(): ClusterInvitation
}

/** As in EMQX: the last result of each node. EMQX has no limit. */
const maxRemembered = 100

function createInvitations(clock: Clock): Invitations {
  const failed = new BoundedMap<string, number>(maxRemembered)
  return {
    fail: (node) => void failed.set(node, clock.now()),
    status: () => ({
      in_progress: [],
      succeed: [],
      failed: [...failed].map(([node, at]) => ({
        node,
        started_at: toRfc3339(at),
        finished_at: toRfc3339(at),
        // Erlang's error for a node that cannot be reached.
        reason: '{error,{badrpc,nodedown}}',
      })),
    }),
  }
}

export const clusterModule = defineModule({
  name: 'cluster',
  create: (context) => ({ handlers: clusterHandlers(context) }),
})
