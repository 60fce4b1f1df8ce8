import { useMemo } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import type { Column } from '../../../ui/index.ts'
import type { ChannelActions } from '../detail/channel-actions.tsx'
import { RulesCell } from '../detail/rule-links.tsx'
import type { ChannelKind } from '../kinds.ts'
import { messages } from '../messages.ts'
import type { ListedChannel } from './channels-page.tsx'
import { Time, useSharedColumns } from './list-columns.tsx'

interface Options {
  readonly kind: ChannelKind
  readonly isViewer: boolean
  readonly actions: ChannelActions
}

export function useChannelColumns({ kind, isViewer, actions }: Options): readonly Column<ListedChannel>[] {
  const texts = useMessages(messages)
  const { lead, tail } = useSharedColumns<ListedChannel>(kind, isViewer, actions)
  return useMemo(
    () => [
      ...lead,
      {
        id: 'users',
        header: texts.rules,
        width: 90,
        sortable: true,
        cell: (row) => <RulesCell name={row.name} rules={row.rules} />,
      },
      ...tail,
      {
        id: 'created',
        header: texts.created,
        width: 110,
        sortable: true,
        optional: true,
        cell: (row) => <Time at={row.created_at} />,
      },
      {
        id: 'modified',
        header: texts.modified,
        width: 110,
        sortable: true,
        cell: (row) => <Time at={row.last_modified_at} />,
      },
    ],
    [lead, tail, texts],
  )
}
