import type { Plugin } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo } from 'react'
import { z } from 'zod'
import { QueryError, RefreshControl, StaleNotice, useChange, useData, useIsViewer, useOrder } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import {
  Button,
  type Column,
  Dim,
  EmptyState,
  Group,
  Link,
  OrderedTable,
  PageHeader,
  SearchField,
  Section,
  SegmentedControl,
  Stack,
  useGo,
  useSearchState,
} from '../../ui/index.ts'
import { pluginMessages } from './messages.ts'
import { pluginChanges, pluginIdOf, pluginsQuery } from './queries.ts'
import { PluginState, stateOf } from './state.tsx'
import { usePluginActions } from './use-plugin-actions.ts'

const filters = ['all', 'running', 'stopped'] as const
const search = z.object({
  search: z.string().default('').catch(''),
  status: z.enum(filters).default('all').catch('all'),
})

export default function PluginsPage() {
  const texts = useMessages(pluginMessages)
  const go = useGo()
  const isViewer = useIsViewer()
  const [{ search: wanted, status }, setSearch] = useSearchState(search)
  const query = useData(pluginsQuery, undefined)
  const { run: move } = useChange(pluginChanges.move)
  const order = useOrder({ rows: query.data, idOf: pluginIdOf, save: move })
  const actions = usePluginActions()
  const columns = useColumns()
  const isFiltered = wanted.trim() !== '' || status !== 'all'
  const rows = isFiltered ? order.rows?.filter((one) => isMatch(one, wanted, status)) : order.rows
  const isEmpty = order.rows?.length === 0
  const install = !isViewer && (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => go({ to: '/plugins/install' })}>
      {texts.install}
    </Button>
  )
  return (
    <>
      <PageHeader
        description={texts.about}
        actions={
          <>
            <RefreshControl queries={[query]} />
            {!isEmpty && install}
          </>
        }
      />
      <StaleNotice query={query} />
      {isEmpty ? (
        <Section>
          <EmptyState title={texts.none} hint={texts.noneHint} action={install} />
        </Section>
      ) : (
        <Stack gap={4}>
          <Group gap={4} wrap>
            <SearchField label={texts.searchPlugins} value={wanted} onChange={(next) => setSearch({ search: next })} />
            <SegmentedControl
              label={texts.filter}
              value={status}
              onChange={(next) => setSearch({ status: next })}
              options={filters.map((value) => ({ value, label: texts.filters[value] }))}
            />
            {isFiltered && !isViewer && <Dim small>{texts.orderNote}</Dim>}
          </Group>
          <OrderedTable
            label={texts.title}
            columns={columns}
            rows={rows}
            rowId={pluginIdOf}
            rowName={pluginIdOf}
            onMove={isViewer || isFiltered ? undefined : order.move}
            rowActions={
              isViewer
                ? undefined
                : (plugin) => [
                    ...order.moveToEnds(order.rows?.indexOf(plugin) ?? 0),
                    ...(stateOf(plugin) === 'running'
                      ? []
                      : [{ label: texts.start, onSelect: () => void actions.start(plugin) }]),
                    ...(plugin.running_status.some((one) => one.status === 'running')
                      ? [{ label: texts.stop, onSelect: () => void actions.stop(plugin) }]
                      : []),
                    { label: texts.uninstall, danger: true, onSelect: () => void actions.uninstall(plugin) },
                  ]
            }
            error={rows === undefined && query.error && <QueryError query={query} />}
            summary={rows && texts.count(rows.length)}
            empty={
              <EmptyState
                title={texts.noneFound}
                hint={texts.noResultsHint}
                action={<Button onClick={() => setSearch({ search: '', status: 'all' })}>{texts.resetFilters}</Button>}
              />
            }
          />
        </Stack>
      )}
    </>
  )
}

function isMatch(plugin: Plugin, wanted: string, status: (typeof filters)[number]): boolean {
  const isRunning = stateOf(plugin) === 'running'
  if (status !== 'all' && isRunning !== (status === 'running')) return false
  const text = `${pluginIdOf(plugin)} ${plugin.description} ${(plugin.authors ?? []).join(' ')}`.toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function useColumns(): readonly Column<Plugin>[] {
  const texts = useMessages(pluginMessages)
  return useMemo(
    () => [
      {
        id: 'name',
        header: texts.name,
        width: 170,
        cell: (plugin) => (
          <Link to="/plugins/detail/$plugin" params={{ plugin: pluginIdOf(plugin) }}>
            {plugin.name}
          </Link>
        ),
      },
      { id: 'version', header: texts.version, width: 100, cell: ({ rel_vsn }) => rel_vsn },
      { id: 'status', header: texts.status, width: 180, cell: (plugin) => <PluginState of={plugin} /> },
      { id: 'about', header: texts.about_, width: 300, cell: ({ description }) => description },
      { id: 'authors', header: texts.authors, width: 160, cell: ({ authors = [] }) => authors.join(', ') },
    ],
    [texts],
  )
}
