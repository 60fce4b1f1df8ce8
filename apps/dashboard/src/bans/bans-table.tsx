import type { Ban } from '@mqdeck/contract'
import { IconLockOpen, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useIsViewer } from '../data/index.ts'
import { dash, useMessages } from '../i18n/index.ts'
import { Button, type Column, DataTable, Dim, Mono, RelativeTime } from '../ui/index.ts'
import { BanDialog } from './ban-dialog.tsx'
import { useLiftBan, useLiftBans } from './lift-bans.tsx'
import { banKindNames, messages } from './messages.ts'

export interface BansTableProps {
  readonly label: string
  /** Undefined while the first answer is on its way. */
  readonly bans: readonly Ban[] | undefined
  readonly busy: boolean
  readonly error: ReactNode
  readonly empty: ReactNode
  readonly summary: ReactNode
  readonly pager?: ReactNode
  /** The filters in force: bans on other pages stay selected as long as they are the same. */
  readonly filters?: string
}

/** Bans with what can be done about them. */
export function BansTable({ filters, bans, ...table }: BansTableProps) {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const lift = useLiftBan()
  const liftAll = useLiftBans()
  const [changed, setChanged] = useState<Ban>()
  const columns = useBanColumns()
  return (
    <>
      <DataTable
        {...table}
        rows={bans}
        columns={columns}
        rowId={({ as, who }) => `${as} ${who}`}
        selectionScope={filters}
        rowActions={
          isViewer
            ? undefined
            : (ban) => [
                { label: texts.change, icon: <IconPencil size={16} aria-hidden />, onSelect: () => setChanged(ban) },
                {
                  label: texts.lift,
                  icon: <IconLockOpen size={16} aria-hidden />,
                  danger: true,
                  onSelect: () => void lift(ban),
                },
              ]
        }
        bulkActions={
          isViewer
            ? undefined
            : (selected, clear) => (
                <Button
                  size="small"
                  icon={<IconLockOpen size={16} aria-hidden />}
                  onClick={async () => {
                    if (await liftAll(selected)) clear()
                  }}
                >
                  {texts.liftSeveral}
                </Button>
              )
        }
      />
      <BanDialog subject={changed && { ban: changed }} onClose={() => setChanged(undefined)} />
    </>
  )
}

function useBanColumns(): readonly Column<Ban>[] {
  const { columns, forever, ownWords } = useMessages(messages)
  const kinds = useMessages(banKindNames)
  return useMemo(() => {
    const told = (text: string) => ownWords[text] ?? text
    return [
      { id: 'who', header: columns.who, width: 210, cell: ({ who }) => <Mono truncate>{who}</Mono> },
      { id: 'kind', header: columns.kind, width: 140, cell: ({ as }) => kinds[as] ?? as },
      { id: 'reason', header: columns.reason, width: 190, cell: ({ reason }) => told(reason) || <Dim>{dash}</Dim> },
      { id: 'by', header: columns.by, width: 130, cell: ({ by }) => told(by) || <Dim>{dash}</Dim> },
      { id: 'at', header: columns.at, width: 108, cell: ({ at }) => <RelativeTime time={at} /> },
      {
        id: 'until',
        header: columns.until,
        width: 110,
        cell: ({ until }) => (until === 'infinity' ? forever : <RelativeTime time={until} planned />),
      },
    ]
  }, [columns, forever, ownWords, kinds])
}
