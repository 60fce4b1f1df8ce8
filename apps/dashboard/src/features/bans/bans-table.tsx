import type { Ban } from '@mqdeck/contract'
import { type ReactNode, useMemo, useState } from 'react'
import { useDelete, useIsViewer, useRowActions } from '../../api/index.ts'
import { dash, useMessages } from '../../i18n/index.ts'
import { type Column, type DataTableProps, Dim, Mono, RelativeTime } from '../../ui/index.ts'
import { BanDialog } from './ban-dialog.tsx'
import { banKindNames, messages } from './messages.ts'
import { removeBan } from './queries.ts'

interface BansTable {
  /** For the table: columns, and actions to edit and delete bans. */
  readonly props: Pick<DataTableProps<Ban>, 'columns' | 'rowId' | 'rowName' | 'rowActions' | 'bulkActions'>
  /** Rendered next to the table. */
  readonly dialog: ReactNode
}

/** Columns, actions and dialog of every table of bans. */
export function useBansTable(): BansTable {
  const texts = useMessages(messages)
  const isViewer = useIsViewer()
  const rowAction = useRowActions()
  const deleteBans = useDeleteBans()
  const [edited, setEdited] = useState<Ban>()
  return {
    props: {
      columns: useBanColumns(),
      rowId: ({ as, who }) => `${as} ${who}`,
      rowName: ({ who }) => who,
      rowActions: isViewer
        ? undefined
        : (ban) => [
            rowAction.edit(() => setEdited(ban)),
            { ...rowAction.delete(() => deleteBans([ban])), label: texts.deleteBan },
          ],
      bulkActions: rowAction.deleteSelected(deleteBans, () => texts.deleteBans),
    },
    dialog: <BanDialog subject={edited && { ban: edited }} onClose={() => setEdited(undefined)} />,
  }
}

function useDeleteBans() {
  const texts = useMessages(messages)
  return useDelete<Ban>(removeBan, {
    kind: 'ban',
    nameOf: ({ who }) => who,
    consequence: texts.deleteBody,
    one: (who) => ({
      title: texts.deleteQuestion(who),
      action: texts.deleteBan,
      done: texts.deleted(who),
      failed: texts.deleteBanFailed(who),
    }),
    many: (count) => ({ title: texts.deleteManyQuestion(count), job: texts.deleteMany(count) }),
  })
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
