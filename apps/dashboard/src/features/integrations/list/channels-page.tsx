import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useData, useIsViewer } from '../../../api/index.ts'
import { dash, useFormat, useMessages } from '../../../i18n/index.ts'
import { type Column, Dim, useGo, useSearchState } from '../../../ui/index.ts'
import { RulesCell } from '../detail/cells.tsx'
import { type ChannelActions, useChannelActions } from '../detail/channel-actions.tsx'
import { ErrorCount } from '../detail/statistic-groups.tsx'
import { type ChannelKind, idOf, rulePages } from '../kinds.ts'
import { messages } from '../messages.ts'
import { actionErrorsQuery, type ChannelSummary, channelQueries, errorsIn, rowStatistics } from '../queries.ts'
import { IntegrationList } from './integration-list.tsx'
import { Time, useSharedColumns } from './list-columns.tsx'
import { type Listed, listSearch } from './list-state.ts'

type ListedChannel = ChannelSummary & Listed

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
  const [{ sort }] = useSearchState(listSearch)
  const ids = useMemo(() => query.data?.map(idOf) ?? [], [query.data])
  const { data: errors } = useData(actionErrorsQuery, { ids }, { enabled: kind === 'action' && sort === 'errors' })
  const rows = useMemo(
    () =>
      query.data?.map((one): ListedChannel => ({ ...one, users: one.rules.length, errors: errors?.get(idOf(one)) })),
    [query.data, errors],
  )
  const creations = (row: ListedChannel) => [
    {
      label: texts.newRule,
      icon: <IconPlus size={16} aria-hidden />,
      onSelect: () => go({ to: rulePages.create, search: { [kind]: idOf(row) } }),
    },
  ]
  return (
    <IntegrationList kind={kind} query={query} rows={rows} columns={columns} actions={actions} creations={creations} />
  )
}

interface ColumnOptions {
  readonly kind: ChannelKind
  readonly isViewer: boolean
  readonly actions: ChannelActions
}

function useChannelColumns({ kind, isViewer, actions }: ColumnOptions): readonly Column<ListedChannel>[] {
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
      {
        id: 'rate',
        header: texts.perSecond,
        width: 96,
        align: 'end',
        cell: (row) => <Rate kind={kind} row={row} />,
      },
      ...(kind === 'action'
        ? [
            {
              id: 'errors',
              header: texts.errors,
              width: 90,
              align: 'end' as const,
              hint: texts.errorsHint,
              sortable: true,
              cell: (row: ListedChannel) => <Errors row={row} />,
            },
          ]
        : []),
      ...tail.map((column) => ({ ...column, optional: true })),
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
    [lead, tail, texts, kind],
  )
}

/** One request per visible row, because there is no endpoint for all actions. */
function Rate({ kind, row }: { readonly kind: ChannelKind; readonly row: ListedChannel }) {
  const format = useFormat()
  return format.rate(useData(rowStatistics[kind], { id: idOf(row) }).data?.metrics.rate)
}

/** Failed and dropped messages. */
function Errors({ row }: { readonly row: ListedChannel }) {
  const { data } = useData(rowStatistics.action, { id: idOf(row) })
  return data ? <ErrorCount count={errorsIn(data)} /> : <Dim>{dash}</Dim>
}
