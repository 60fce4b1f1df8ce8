import { IconCopy, IconPencil, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { QueryError, RefreshControl, StaleNotice, useData, useIsViewer } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  DataTable,
  EmptyState,
  PageHeader,
  type RowAction,
  SearchBar,
  Select,
  type SetSearch,
  Stack,
  TextFilter,
  useDraft,
  useGo,
  useSearchState,
} from '../../ui/index.ts'
import { integrationMessages, isDown, stateOf } from '../integrations/index.ts'
import { messages } from './messages.ts'
import { webhooksQuery } from './queries.ts'
import { useWebhookActions } from './use-webhook-actions.tsx'
import type { ListedWebhook } from './webhook.ts'
import { useWebhookColumns } from './webhook-columns.tsx'
import { columnOf, filtersIn, shownOf, states, type WebhooksSearch, webhooksSearch } from './webhooks-search.ts'

const icon = { size: 16, 'aria-hidden': true } as const

export default function WebhooksPage() {
  const texts = useMessages(messages)
  const format = useFormat()
  const go = useGo()
  const isViewer = useIsViewer()
  const [search, setSearch] = useSearchState(webhooksSearch)
  const query = useData(webhooksQuery, undefined)
  const actions = useWebhookActions()
  const columns = useWebhookColumns({ isViewer, actions })
  const rows = query.data
  const shown = useMemo(() => rows && shownOf(rows, search), [rows, search])
  const isEmpty = rows?.length === 0
  const create = !isViewer && (
    <Button variant="primary" icon={<IconPlus {...icon} />} onClick={() => go({ to: '/webhook/create' })}>
      {texts.create}
    </Button>
  )
  const rowActions = (row: ListedWebhook): readonly RowAction[] => {
    const { name } = row
    const settings = {
      label: texts.settings,
      icon: <IconPencil {...icon} />,
      onSelect: () => go({ to: '/webhook/$name', params: { name }, search: { tab: 'settings' } }),
    }
    if (isViewer) return [settings]
    return [
      settings,
      {
        label: texts.duplicate,
        icon: <IconCopy {...icon} />,
        onSelect: () => go({ to: '/webhook/create', search: { copy: name } }),
      },
      ...(row.parts.connector && isDown(stateOf(row.parts.connector))
        ? [{ label: texts.reconnect, icon: <IconPlayerPlay {...icon} />, onSelect: () => void actions.start(row) }]
        : []),
      {
        label: texts.delete,
        icon: <IconTrash {...icon} />,
        danger: true,
        onSelect: () => void actions.remove({ name, rules: row.parts.action?.rules ?? [] }),
      },
    ]
  }
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <RefreshControl queries={[query]} />
            {!isEmpty && create}
          </>
        }
      />
      <StaleNotice query={query} />
      <Stack gap={4}>
        {rows && (rows.length > 3 || filtersIn(search) > 0) && <Filters search={search} onChange={setSearch} />}
        <DataTable
          label={texts.title}
          columns={columns}
          columnsKey="webhooks"
          rows={shown}
          rowId={({ name }) => name}
          sort={{
            column: search.sort,
            order: search.order,
            onChange: (column, order) => setSearch({ sort: columnOf(column), order }, { replace: true }),
          }}
          busy={query.isStale}
          error={rows === undefined && query.error && <QueryError query={query} />}
          empty={
            isEmpty ? (
              <EmptyState title={texts.none} hint={texts.noneHint} action={create} />
            ) : (
              <EmptyState title={texts.noResults} hint={texts.noResultsHint} />
            )
          }
          summary={
            rows && shown && rows.length > 0
              ? shown.length === rows.length
                ? texts.count(rows.length)
                : texts.shownOf(format.number(shown.length), texts.count(rows.length))
              : undefined
          }
          skeletonRows={4}
          rowActions={rowActions}
        />
      </Stack>
    </>
  )
}

interface FiltersProps {
  readonly search: WebhooksSearch
  readonly onChange: SetSearch<WebhooksSearch>
}

function Filters({ search, onChange }: FiltersProps) {
  const texts = useMessages(messages)
  const common = useMessages(integrationMessages)
  const activeFilters = useMemo(() => ({ q: search.q }), [search.q])
  const [draft, setDraft] = useDraft(activeFilters)
  return (
    <SearchBar
      active={filtersIn(search)}
      onSearch={() => onChange({ q: draft.q.trim() })}
      onReset={() => onChange({ q: '', status: undefined, enabled: undefined })}
    >
      <TextFilter label={texts.textFilter} value={draft.q} onChange={(q) => setDraft({ q })} />
      <Select
        label={texts.status}
        clearable
        value={search.status}
        onChange={(status) => onChange({ status })}
        options={states.map((value) => ({ value, label: common.states[value] }))}
      />
      <Select
        label={texts.enabled}
        clearable
        value={search.enabled}
        onChange={(enabled) => onChange({ enabled })}
        options={[
          { value: 'true', label: texts.enabled },
          { value: 'false', label: texts.disabled },
        ]}
      />
    </SearchBar>
  )
}
