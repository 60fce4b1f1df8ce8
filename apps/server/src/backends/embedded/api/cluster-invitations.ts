import type { ClusterInvitation } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { toRfc3339 } from './rfc3339.ts'

/** What came of inviting nodes, as far as it is remembered. */
export interface Invitations {
  /** A node that cannot be reached, which for this broker is any: it is a cluster of one. */
  fail(node: string): void
  status(): ClusterInvitation
}

/** As EMQX, which has no bound: the last of each node; here no more than these. */
const mostRemembered = 100

export function createInvitations(clock: Clock): Invitations {
  const failed = new Map<string, number>()
  return {
    fail(node) {
      failed.delete(node)
      failed.set(node, clock.now())
      const [oldest] = failed.keys()
      if (failed.size > mostRemembered && oldest !== undefined) failed.delete(oldest)
    },
    status: () => ({
      in_progress: [],
      succeed: [],
      failed: [...failed].map(([node, at]) => ({
        node,
        started_at: toRfc3339(at),
        finished_at: toRfc3339(at),
        // What Erlang says of a node that it cannot reach.
        reason: '{error,{badrpc,nodedown}}',
      })),
    }),
  }
}
