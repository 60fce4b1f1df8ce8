import type { ApiKey, CreatedApiKey } from '@mqdeck/contract'
import { IconHistory, IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { QueryTable, useData, useDelete, useIsViewer, useRowActions } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, EmptyState, PageHeader, useGo, usePageIsAvailable } from '../../ui/index.ts'
import { useKeyColumns } from './key-columns.tsx'
import { KeyDialog } from './key-dialog.tsx'
import { messages } from './messages.ts'
import { apiKeysQuery, removeApiKey } from './queries.ts'
import { SecretDialog } from './secret-dialog.tsx'

export default function ApiKeysPage() {
  const texts = useMessages(messages)
  const format = useFormat()
  const keys = useData(apiKeysQuery, undefined)
  const isViewer = useIsViewer()
  const [edited, setEdited] = useState<ApiKey | 'new'>()
  const [created, setCreated] = useState<CreatedApiKey>()
  const deleteKeys = useDelete<ApiKey>(removeApiKey, {
    kind: 'apiKey',
    nameOf: ({ name }) => name,
    consequence: texts.deleteBody,
  })
  const rowAction = useRowActions()
  const go = useGo()
  const isHere = usePageIsAvailable()
  const columns = useKeyColumns()
  const names = useMemo(() => new Set(keys.data?.map(({ name }) => name)), [keys.data])
  const createButton = !isViewer && (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {texts.newKey}
    </Button>
  )
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} actions={createButton} />
      <QueryTable
        query={keys}
        label={texts.title}
        columns={columns}
        rows={keys.data}
        rowId={({ name }) => name}
        empty={<EmptyState title={texts.empty} hint={texts.emptyHint} action={createButton} />}
        summary={keys.data && texts.count(format.number(keys.data.length))}
        skeletonRows={3}
        {...(!isViewer && {
          rowActions: (key: ApiKey) => [
            rowAction.edit(() => setEdited(key)),
            ...(isHere('/audit-log')
              ? [
                  {
                    label: texts.showInAuditLog,
                    icon: <IconHistory size={16} aria-hidden />,
                    // The audit log contains the API key, not its name.
                    onSelect: () => go({ to: '/audit-log', search: { source: key.api_key } }),
                  },
                ]
              : []),
            rowAction.delete(() => deleteKeys([key])),
          ],
        })}
      />
      <KeyDialog edited={edited} names={names} onCreated={setCreated} onClose={() => setEdited(undefined)} />
      <SecretDialog created={created} onClose={() => setCreated(undefined)} />
    </>
  )
}
