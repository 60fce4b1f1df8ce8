import type { ClusterInvitation } from '@mqdeck/contract'

/** An invited node and the state of its invitation. Times are RFC 3339. */
export interface Invitation {
  readonly node: string
  readonly outcome: 'in_progress' | 'succeed' | 'failed'
  readonly startedAt: string
  readonly finishedAt: string | undefined
  readonly reason: string | undefined
}

/** All invitations, the newest first. */
export function toInvitations({ in_progress, succeed, failed }: ClusterInvitation): readonly Invitation[] {
  const rows: readonly Invitation[] = [
    ...in_progress.map(({ node, started_at }) => row('in_progress', node, started_at)),
    ...succeed.map(({ node, started_at, finished_at }) => row('succeed', node, started_at, finished_at)),
    ...failed.map(({ node, started_at, finished_at, reason }) => row('failed', node, started_at, finished_at, reason)),
  ]
  return rows.toSorted((a, b) => Date.parse(b.startedAt) - Date.parse(a.startedAt))
}

const row = (
  outcome: Invitation['outcome'],
  node: string,
  startedAt: string,
  finishedAt?: string,
  reason?: string,
): Invitation => ({ outcome, node, startedAt, finishedAt, reason })

/** Whether a reason is Erlang's error for an unreachable node: `{error,{badrpc,nodedown}}`. */
export const isUnreachable = (reason: string): boolean => /\bnodedown\b/.test(reason)
