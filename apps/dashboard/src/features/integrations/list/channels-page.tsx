import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useData, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { useGo } from '../../../ui/index.ts'
import { useChannelActions } from '../detail/channel-actions.tsx'
import { type ChannelKind, idOf, rulePages } from '../kinds.ts'
import { messages } from '../messages.ts'
import { type ChannelSummary, channelQueries } from '../queries.ts'
import { useChannelColumns } from './channel-columns.tsx'
import { IntegrationList } from './integration-list.tsx'
import type { Listed } from './list-state.ts'

export type ListedChannel = ChannelSummary & Listed

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
  const creations = (row: ListedChannel) => [
    {
      label: texts.createRule,
      icon: <IconPlus size={16} aria-hidden />,
      onSelect: () => go({ to: rulePages.create, search: { [kind]: idOf(row) } }),
    },
  ]
  return (
    <IntegrationList kind={kind} query={query} rows={rows} columns={columns} actions={actions} creations={creations} />
  )
}
