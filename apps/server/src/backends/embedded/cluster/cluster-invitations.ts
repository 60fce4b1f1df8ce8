import type { ClusterInvitation } from '@mqdeck/contract'
import type { Clock } from '@mqdeck/kit'
import { toRfc3339 } from '../rfc3339.ts'

/** Results of recent invitations. */
export interface Invitations {
  /** A node that cannot be reached. For this broker that is every node, because it is a cluster of one. */
  fail(node: string): void
  status(): ClusterInvitation
}

/** As in EMQX: the last result of each node. EMQX has no limit. */
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
        // Erlang's error for a node that cannot be reached.
        reason: '{error,{badrpc,nodedown}}',
      })),
    }),
  }
}
