import type { Connector } from '@mqdeck/contract'
import { useMemo } from 'react'
import { QueryError, useData, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, type Column, DataTable, EmptyState, Group, Link, useGo } from '../../../ui/index.ts'
import { type ChannelKind, idOf, pages } from '../kinds.ts'
import { messages } from '../messages.ts'
import { type ChannelSummary, channelQueries } from '../queries.ts'
import { StatusCell } from '../status.tsx'
import { RulesCell } from './cells.tsx'

interface User extends ChannelSummary {
  readonly kind: ChannelKind
}

/** Actions and sources of a connector, with their states and rules. */
export function ConnectorUsers({ connector }: { readonly connector: Connector }) {
  const texts = useMessages(messages)
  const go = useGo()
  const isViewer = useIsViewer()
  const actions = useData(channelQueries.action.summaries, undefined)
  const sources = useData(channelQueries.source.summaries, undefined)
  const { data: actionTypes = [] } = useData(channelQueries.action.types, undefined)
  const { data: sourceTypes = [] } = useData(channelQueries.source.types, undefined)
  const rows = useMemo(() => {
    if (!actions.data || !sources.data) return undefined
    const of = (kind: ChannelKind, all: readonly ChannelSummary[], names: readonly string[] = []) =>
      all
        .filter((one) => one.type === connector.type && names.includes(one.name))
        .map((one): User => ({ ...one, kind }))
    return [...of('action', actions.data, connector.actions), ...of('source', sources.data, connector.sources)]
  }, [actions.data, sources.data, connector])
  const columns = useColumns()
  const failed = actions.error ? actions : sources
  const search = { type: connector.type, connector: connector.name }
  return (
    <DataTable
      label={texts.usersOf(connector.name)}
      columns={columns}
      rows={rows}
      rowId={(row) => `${row.kind} ${idOf(row)}`}
      error={rows === undefined && failed.error && <QueryError query={failed} />}
      empty={
        <EmptyState
          title={texts.noUser}
          hint={texts.noUserHint}
          action={
            !isViewer && (
              <Group wrap>
                {actionTypes.includes(connector.type) && (
                  <Button variant="primary" onClick={() => go({ to: pages.action.create, search })}>
                    {texts.newAction}
                  </Button>
                )}
                {sourceTypes.includes(connector.type) && (
                  <Button onClick={() => go({ to: pages.source.create, search })}>{texts.newSource}</Button>
                )}
              </Group>
            )
          }
        />
      }
      summary={texts.usersOf(connector.name)}
      skeletonRows={3}
    />
  )
}

function useColumns(): readonly Column<User>[] {
  const texts = useMessages(messages)
  return useMemo(
    () => [
      {
        id: 'name',
        header: texts.name,
        width: 240,
        cell: (row) => (
          <Link to={pages[row.kind].detail} params={{ id: idOf(row) }}>
            {row.name}
          </Link>
        ),
      },
      { id: 'kind', header: texts.kind, width: 110, cell: (row) => texts.kindNames[row.kind] },
      { id: 'status', header: texts.status, width: 190, cell: (row) => <StatusCell of={row} /> },
      {
        id: 'rules',
        header: texts.rules,
        width: 120,
        cell: (row) => <RulesCell name={row.name} rules={row.rules} />,
      },
      { id: 'description', header: texts.descriptionLabel, width: 240, cell: (row) => row.description },
    ],
    [texts],
  )
}
