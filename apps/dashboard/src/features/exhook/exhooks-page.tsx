import type { ExHook } from '@mqdeck/contract'
import { useMemo } from 'react'
import { OrderedPage, useIsViewer, useRowActions } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, Link, Mono, Switch, useGo } from '../../ui/index.ts'
import { exhookMessages } from './messages.ts'
import { exhookChanges, exhooksQuery } from './queries.ts'
import { ExHookState } from './state.tsx'
import { useExHookActions } from './use-exhook-actions.tsx'

const nameOf = ({ name }: ExHook) => name

export default function ExHooksPage() {
  const texts = useMessages(exhookMessages)
  const go = useGo()
  const actions = useExHookActions()
  const rowAction = useRowActions()
  return (
    <OrderedPage
      query={exhooksQuery}
      move={exhookChanges.move}
      nameOf={nameOf}
      texts={texts}
      columns={useColumns(actions)}
      create={{ label: texts.newServer, target: { to: '/exhook/create' } }}
      rowActions={(server) => [
        rowAction.edit(() =>
          go({ to: '/exhook/detail/$name', params: { name: server.name }, search: { tab: 'settings' } }),
        ),
        rowAction.delete(() => void actions.remove([server])),
      ]}
    />
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
