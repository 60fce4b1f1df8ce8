import { useData, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { useGo } from '../../ui/index.ts'
import { ListPage, stateOf, useRowMenu } from '../integrations/index.ts'
import { messages } from './messages.ts'
import { webhooksQuery } from './queries.ts'
import { useWebhookActions } from './use-webhook-actions.tsx'
import type { ListedWebhook } from './webhook.ts'
import { useWebhookColumns } from './webhook-columns.tsx'

export default function WebhooksPage() {
  const texts = useMessages(messages)
  const go = useGo()
  const isViewer = useIsViewer()
  const query = useData(webhooksQuery, undefined)
  const actions = useWebhookActions()
  const columns = useWebhookColumns({ isViewer, actions })
  const rowMenu = useRowMenu()
  const rowActions = (row: ListedWebhook) => {
    const { name, parts } = row
    return rowMenu({
      state: parts.connector && stateOf(parts.connector),
      onSettings: () => go({ to: '/webhook/$name', params: { name }, search: { tab: 'settings' } }),
      onDuplicate: () => go({ to: '/webhook/create', search: { copy: name } }),
      onStart: () => actions.start(row),
      onDelete: () => actions.remove({ name, rules: parts.action?.rules ?? [] }),
    })
  }
  return (
    <ListPage
      texts={texts}
      createPage="/webhook/create"
      query={query}
      rows={query.data}
      columns={columns}
      columnsKey="webhooks"
      rowId={({ name }) => name}
      rowActions={rowActions}
    />
  )
}
