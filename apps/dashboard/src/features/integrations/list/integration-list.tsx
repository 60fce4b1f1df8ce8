import { IconWebhook } from '@tabler/icons-react'
import { type Loaded, useIsViewer } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { type Column, type RowAction, useGo } from '../../../ui/index.ts'
import { idOf, isWebhook, type Kind, type Named, pages, webhookPage } from '../kinds.ts'
import { messages } from '../messages.ts'
import { stateOf } from '../state.ts'
import { ListPage } from './list-page.tsx'
import type { Listed } from './list-state.ts'
import { useRowMenu } from './row-menu.tsx'

interface IntegrationListProps<Row> {
  readonly kind: Kind
  readonly query: Loaded<unknown>
  /** Undefined while loading. Stable. */
  readonly rows: readonly Row[] | undefined
  readonly columns: readonly Column<Row>[]
  readonly actions: { readonly start: (row: Row) => unknown; readonly remove: (row: Row) => unknown }
  /** Row menu entries that create something with the row. */
  readonly creations: (row: Row) => readonly RowAction[]
}

/** The list of connectors, actions or sources, with its row menu. */
export function IntegrationList<Row extends Listed & Named>(props: IntegrationListProps<Row>) {
  const { kind, query, rows, columns, actions, creations } = props
  const texts = useMessages(messages)
  const go = useGo()
  const isViewer = useIsViewer()
  const rowMenu = useRowMenu()
  const rowActions = (row: Row) => {
    const id = idOf(row)
    if (isWebhook(row) && !isViewer)
      return [
        {
          label: texts.toWebhooks,
          icon: <IconWebhook size={16} aria-hidden />,
          onSelect: () => go({ to: webhookPage }),
        },
      ]
    return rowMenu({
      state: stateOf(row),
      onSettings: () => go({ to: pages[kind].detail, params: { id }, search: { tab: 'settings' } }),
      creations: creations(row),
      onDuplicate: () => go({ to: pages[kind].create, search: { copy: id } }),
      onStart: () => actions.start(row),
      onDelete: () => actions.remove(row),
    })
  }
  return (
    <ListPage
      texts={{ ...texts.kinds[kind], textFilter: texts.filters.text }}
      createPage={pages[kind].create}
      query={query}
      rows={rows}
      columns={columns}
      columnsKey={`${kind}s`}
      rowId={idOf}
      rowActions={rowActions}
    />
  )
}
