import { IconCopy, IconPencil, IconPlayerPlay, IconPlus, IconTrash, IconWebhook } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useData, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { type RowAction, useGo } from '../../../ui/index.ts'
import { useChannelActions } from '../detail/channel-actions.tsx'
import { type ChannelKind, idOf, isWebhook, pages, rulePages, webhookPage } from '../kinds.ts'
import { messages } from '../messages.ts'
import { type ChannelSummary, channelQueries } from '../queries.ts'
import { isDown, stateOf } from '../state.ts'
import { useChannelColumns } from './channel-columns.tsx'
import { ListPage } from './list-page.tsx'
import type { Listed } from './list-state.ts'

export type ListedChannel = ChannelSummary & Listed

const icon = { size: 16, 'aria-hidden': true } as const

export const ActionsPage = () => <ChannelsPage kind="action" />
export const SourcesPage = () => <ChannelsPage kind="source" />

/** The list of actions or sources. */
function ChannelsPage({ kind }: { readonly kind: ChannelKind }) {
  const texts = useMessages(messages)
  const go = useGo()
  const isViewer = useIsViewer()
  const query = useData(channelQueries[kind].summaries, undefined)
  const actions = useChannelActions(kind)
  const columns = useChannelColumns({ kind, isViewer, actions })
  const rows = useMemo(
    () => query.data?.map((one): ListedChannel => ({ ...one, users: one.rules.length })),
    [query.data],
  )
  const rowActions = (row: ListedChannel): readonly RowAction[] => {
    const id = idOf(row)
    const settings = {
      label: texts.settings,
      icon: <IconPencil {...icon} />,
      onSelect: () => go({ to: pages[kind].detail, params: { id }, search: { tab: 'settings' } }),
    }
    if (isViewer) return [settings]
    if (isWebhook(row))
      return [{ label: texts.toWebhooks, icon: <IconWebhook {...icon} />, onSelect: () => go({ to: webhookPage }) }]
    return [
      settings,
      {
        label: texts.createRule,
        icon: <IconPlus {...icon} />,
        onSelect: () => go({ to: rulePages.create, search: { [kind]: id } }),
      },
      {
        label: texts.duplicate,
        icon: <IconCopy {...icon} />,
        onSelect: () => go({ to: pages[kind].create, search: { copy: id } }),
      },
      ...(isDown(stateOf(row))
        ? [{ label: texts.reconnect, icon: <IconPlayerPlay {...icon} />, onSelect: () => void actions.start(row) }]
        : []),
      { label: texts.delete, icon: <IconTrash {...icon} />, danger: true, onSelect: () => void actions.remove(row) },
    ]
  }
  return <ListPage kind={kind} query={query} rows={rows} columns={columns} rowActions={rowActions} />
}
