import type { Ban } from '@mqdeck/contract'
import { IconLockOpen, IconPencil } from '@tabler/icons-react'
import { type ReactNode, useMemo, useState } from 'react'
import { useIsViewer } from '../../api/index.ts'
import { dash, useMessages } from '../../i18n/index.ts'
import { Button, type Column, DataTable, Dim, Mono, RelativeTime } from '../../ui/index.ts'
import { BanDialog } from './ban-dialog.tsx'
import { banKindNames, messages } from './messages.ts'
import { useDeleteBan, useDeleteBans } from './use-delete-bans.tsx'

export interface BansTableProps {
  readonly label: string
  /** Undefined until the list is loaded. */
  readonly bans: readonly Ban[] | undefined
  readonly busy: boolean
  readonly error: ReactNode
  readonly empty: ReactNode
  readonly summary: ReactNode
  readonly pager?: ReactNode
  /** Identifies the current filters. Bans on other pages stay selected until it changes. */
  readonly filters?: string
}

/** A table of bans with actions to edit and delete them. */
export function BansTable({ filters, bans, ...table }: BansTableProps) {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const deleteBan = useDeleteBan()
  const deleteBans = useDeleteBans()
  const [edited, setEdited] = useState<Ban>()
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
                { label: texts.edit, icon: <IconPencil size={16} aria-hidden />, onSelect: () => setEdited(ban) },
                {
                  label: texts.deleteBan,
                  icon: <IconLockOpen size={16} aria-hidden />,
                  danger: true,
                  onSelect: () => void deleteBan(ban),
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
                    if (await deleteBans(selected)) clear()
                  }}
                >
                  {texts.deleteBans}
                </Button>
              )
        }
      />
      <BanDialog subject={edited && { ban: edited }} onClose={() => setEdited(undefined)} />
    </>
  )
}

function useBanColumns(): readonly Column<Ban>[] {
  const texts = useMessages(messages)
  const kinds = useMessages(banKindNames)
  return useMemo(() => {
    const translated = (text: string) => texts.builtInTexts[text] ?? text
    return [
      { id: 'who', header: texts.value, width: 210, cell: ({ who }) => <Mono truncate>{who}</Mono> },
      { id: 'kind', header: texts.type, width: 140, cell: ({ as }) => kinds[as] ?? as },
      { id: 'reason', header: texts.reason, width: 190, cell: ({ reason }) => translated(reason) || <Dim>{dash}</Dim> },
      { id: 'by', header: texts.bannedBy, width: 130, cell: ({ by }) => translated(by) || <Dim>{dash}</Dim> },
      { id: 'at', header: texts.bannedAt, width: 108, cell: ({ at }) => <RelativeTime time={at} /> },
      {
        id: 'until',
        header: texts.expires,
        width: 110,
        cell: ({ until }) => (until === 'infinity' ? texts.neverExpires : <RelativeTime time={until} planned />),
      },
    ]
  }, [texts, kinds])
}
