import { useEffect, useMemo, useRef } from 'react'
import { QueryError, useData } from '../../api/index.ts'
import { ShortReason } from '../../api/nodes/node-states/index.ts'
import { dash, useMessages } from '../../i18n/index.ts'
import { type Column, DataTable, Mono, RelativeTime, StatusDot, toast } from '../../ui/index.ts'
import { type Invitation, isUnreachable, toInvitations } from './invitations.ts'
import { messages } from './messages.ts'
import { invitationQuery } from './queries.ts'

/** The invited nodes and the result of each invitation; hidden without invitations. */
export function InvitationList() {
  const texts = useMessages(messages)
  const invitations = useData(invitationQuery, undefined)
  const rows = useMemo(() => invitations.data && toInvitations(invitations.data), [invitations.data])
  const columns = useColumns()
  useJoinedToasts(rows)
  if (rows?.length === 0 || (rows === undefined && !invitations.error)) return null
  return (
    <DataTable
      label={texts.invitations}
      summary={texts.invitations}
      columns={columns}
      rows={rows}
      rowId={({ node, outcome }) => `${outcome} ${node}`}
      busy={invitations.isStale}
      error={rows === undefined && <QueryError query={invitations} />}
      skeletonRows={1}
    />
  )
}

const tones = { in_progress: 'amber', succeed: 'accent', failed: 'red' } as const

function useColumns(): readonly Column<Invitation>[] {
  const texts = useMessages(messages)
  return useMemo(
    () => [
      { id: 'node', header: texts.node, width: 220, cell: (row) => <Mono truncate>{row.node}</Mono> },
      {
        id: 'outcome',
        header: texts.result,
        width: 110,
        cell: (row) => <StatusDot tone={tones[row.outcome]}>{texts.invitationStates[row.outcome]}</StatusDot>,
      },
      { id: 'started', header: texts.invitedAt, width: 130, cell: (row) => <RelativeTime time={row.startedAt} /> },
      { id: 'reason', header: texts.reason, width: 540, cell: (row) => <Reason reason={row.reason} /> },
    ],
    [texts],
  )
}

function Reason({ reason }: { readonly reason: string | undefined }) {
  const { unreachable } = useMessages(messages)
  if (reason === undefined) return dash
  return isUnreachable(reason) ? <span title={reason}>{unreachable}</span> : <ShortReason>{reason}</ShortReason>
}

/** Shows a toast for each node that was joining and has now joined the cluster. */
function useJoinedToasts(rows: readonly Invitation[] | undefined): void {
  const texts = useMessages(messages)
  const joining = useRef<readonly string[]>([])
  useEffect(() => {
    if (!rows) return
    for (const { node, outcome } of rows)
      if (outcome === 'succeed' && joining.current.includes(node)) toast.success(texts.joined(node))
    joining.current = rows.filter(({ outcome }) => outcome === 'in_progress').map(({ node }) => node)
  }, [rows, texts])
}
