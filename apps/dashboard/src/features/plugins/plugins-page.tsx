import type { Plugin } from '@mqdeck/contract'
import { useMemo } from 'react'
import { z } from 'zod'
import { OrderedPage, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import {
  Button,
  type Column,
  Dim,
  EmptyState,
  Group,
  Link,
  SearchField,
  SegmentedControl,
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
  const isViewer = useIsViewer()
  const [{ search: wanted, status }, setSearch] = useSearchState(search)
  const actions = usePluginActions()
  const isFiltered = wanted.trim() !== '' || status !== 'all'
  return (
    <OrderedPage
      query={pluginsQuery}
      move={pluginChanges.move}
      nameOf={pluginIdOf}
      texts={texts}
      columns={useColumns()}
      create={{ label: texts.install, target: { to: '/plugins/install' } }}
      rowActions={(plugin) => [
        ...(stateOf(plugin) === 'running' ? [] : [{ label: texts.start, onSelect: () => void actions.start(plugin) }]),
        ...(plugin.running_status.some((one) => one.status === 'running')
          ? [{ label: texts.stop, onSelect: () => void actions.stop(plugin) }]
          : []),
        { label: texts.uninstall, danger: true, onSelect: () => void actions.uninstall(plugin) },
      ]}
      filter={{
        isSet: isFiltered,
        matches: (plugin) => isMatch(plugin, wanted, status),
        fields: (
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
        ),
        noneFound: (
          <EmptyState
            title={texts.noneFound}
            hint={texts.noResultsHint}
            action={<Button onClick={() => setSearch({ search: '', status: 'all' })}>{texts.resetFilters}</Button>}
          />
        ),
      }}
    />
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
