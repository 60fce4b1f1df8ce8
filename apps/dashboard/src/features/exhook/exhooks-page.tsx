import type { ExHook } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import {
  QueryError,
  RefreshControl,
  StaleNotice,
  useChange,
  useData,
  useIsViewer,
  useOrder,
  useRowActions,
} from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, type Column, EmptyState, Link, Mono, OrderedTable, PageHeader, Switch, useGo } from '../../ui/index.ts'
import { exhookMessages } from './messages.ts'
import { exhookChanges, exhooksQuery } from './queries.ts'
import { ExHookState } from './state.tsx'
import { useExHookActions } from './use-exhook-actions.tsx'

const nameOf = ({ name }: ExHook) => name

export default function ExHooksPage() {
  const texts = useMessages(exhookMessages)
  const go = useGo()
  const isViewer = useIsViewer()
  const query = useData(exhooksQuery, undefined)
  const { run: move } = useChange(exhookChanges.move)
  const order = useOrder({ rows: query.data, idOf: nameOf, save: move })
  const actions = useExHookActions()
  const rowAction = useRowActions()
  const columns = useColumns(actions)
  const { rows } = order
  const isEmpty = rows?.length === 0
  const create = !isViewer && (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => go({ to: '/exhook/create' })}>
      {texts.newServer}
    </Button>
  )
  const open = (name: string, tab?: string) => go({ to: '/exhook/detail/$name', params: { name }, search: { tab } })
  return (
    <>
      <PageHeader
        description={texts.about}
        actions={
          <>
            <RefreshControl queries={[query]} />
            {!isEmpty && create}
          </>
        }
      />
      <StaleNotice query={query} />
      <OrderedTable
        label={texts.title}
        columns={columns}
        rows={rows}
        rowId={nameOf}
        rowName={nameOf}
        onMove={isViewer ? undefined : order.move}
        rowActions={
          isViewer
            ? undefined
            : (server, index) => [
                ...order.moveToEnds(index),
                rowAction.edit(() => open(server.name, 'settings')),
                rowAction.delete(() => void actions.remove([server])),
              ]
        }
        error={rows === undefined && query.error && <QueryError query={query} />}
        summary={rows && !isEmpty && texts.count(rows.length)}
        empty={<EmptyState title={texts.none} hint={texts.noneHint} action={create} />}
      />
    </>
  )
}

function useColumns(actions: ReturnType<typeof useExHookActions>): readonly Column<ExHook>[] {
  const texts = useMessages(exhookMessages)
  const format = useFormat()
  const isViewer = useIsViewer()
  return useMemo(
    () => [
      {
        id: 'name',
        header: texts.name,
        width: 160,
        cell: ({ name }) => (
          <Link to="/exhook/detail/$name" params={{ name }}>
            {name}
          </Link>
        ),
      },
      { id: 'status', header: texts.status, width: 190, cell: (server) => <ExHookState of={server} /> },
      { id: 'url', header: texts.url, width: 260, cell: ({ url }) => <Mono truncate>{url}</Mono> },
      {
        id: 'hooks',
        header: texts.hooks,
        width: 90,
        align: 'end',
        cell: ({ hooks }) => format.number(hooks.length),
      },
      {
        id: 'rate',
        header: texts.ratePerSecond,
        width: 100,
        align: 'end',
        cell: ({ metrics }) => format.rate(metrics.rate),
      },
      {
        id: 'enabled',
        header: texts.enabled,
        width: 90,
        cell: (server) => (
          <Switch
            aria-label={texts.enableNamed(server.name)}
            checked={server.enable !== false}
            disabled={isViewer}
            onChange={(checked) => void (checked ? actions.enable(server) : actions.disable(server))}
          />
        ),
      },
    ],
    [texts, format, isViewer, actions],
  )
}
