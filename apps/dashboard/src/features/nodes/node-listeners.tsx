import type { ListenerStatus, ListenerSummary } from '@mqdeck/contract'
import { useMemo } from 'react'
import { QueryError, useData } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { type Column, DataTable, Link, Mono } from '../../ui/index.ts'
import { ListenerConnections, ListenerStateDot, listenersQuery, stateOnNode } from '../listeners/index.ts'
import { messages } from './messages.ts'
import styles from './node-page.module.css'

interface ListenerRow {
  readonly listener: ListenerSummary
  /** Undefined if the node does not report this listener. */
  readonly status: ListenerStatus | undefined
}

/** Listeners of this node with their connections. */
export function NodeListeners({ node }: { readonly node: string }) {
  const texts = useMessages(messages)
  const query = useData(listenersQuery, undefined)
  const rows = useMemo(
    () =>
      query.data?.map(
        (listener): ListenerRow => ({
          listener,
          status: listener.node_status?.find((one) => one.node === node)?.status,
        }),
      ),
    [query.data, node],
  )
  return (
    <DataTable
      label={texts.listeners}
      columns={useListenerColumns()}
      rows={rows}
      rowId={({ listener }) => listener.id}
      busy={query.isStale}
      error={rows === undefined && query.error && <QueryError query={query} />}
      summary={<h2 className={styles.tableTitle}>{texts.listeners}</h2>}
      skeletonRows={4}
    />
  )
}

function useListenerColumns(): readonly Column<ListenerRow>[] {
  const texts = useMessages(messages)
  return useMemo(
    () => [
      {
        id: 'listener',
        header: texts.listener,
        width: 200,
        cell: ({ listener: { id } }) => (
          <Link to="/listener/detail/$id" params={{ id }}>
            <Mono truncate>{id}</Mono>
          </Link>
        ),
      },
      {
        id: 'bind',
        header: texts.bind,
        hint: texts.bindHint,
        width: 200,
        cell: ({ listener: { bind } }) => <Mono truncate>{bind}</Mono>,
      },
      {
        id: 'state',
        header: texts.status,
        width: 140,
        cell: ({ listener: { enable }, status }) => <ListenerStateDot state={stateOnNode({ enable, status })} />,
      },
      {
        id: 'connections',
        header: texts.connections,
        width: 200,
        cell: ({ status }) => <ListenerConnections status={status} />,
      },
    ],
    [texts],
  )
}
