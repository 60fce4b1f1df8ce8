import type { ApiKey, CreatedApiKey } from '@mqdeck/contract'
import { IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { QueryError, StaleNotice, useChange, useData, useIsViewer, useReportedAction } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, confirm, DataTable, EmptyState, PageHeader, useGo, usePageIsAvailable } from '../../ui/index.ts'
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
  const deleteKey = useDeleteKey()
  const go = useGo()
  const isHere = usePageIsAvailable()
  const columns = useKeyColumns()
  const names = useMemo(() => new Set(keys.data?.map(({ name }) => name)), [keys.data])
  const createButton = !isViewer && (
    <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {texts.createKey}
    </Button>
  )
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} actions={createButton} />
      <StaleNotice query={keys} />
      <DataTable
        label={texts.title}
        columns={columns}
        rows={keys.data}
        rowId={({ name }) => name}
        busy={keys.isStale}
        error={keys.data === undefined && keys.error && <QueryError query={keys} />}
        empty={<EmptyState title={texts.empty} hint={texts.emptyHint} action={createButton} />}
        summary={keys.data && texts.count(format.number(keys.data.length))}
        skeletonRows={3}
        {...(!isViewer && {
          rowActions: (key: ApiKey) => [
            { label: texts.edit, icon: <IconPencil size={16} aria-hidden />, onSelect: () => setEdited(key) },
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
            {
              label: texts.delete,
              icon: <IconTrash size={16} aria-hidden />,
              danger: true,
              onSelect: () => void deleteKey(key.name),
            },
          ],
        })}
      />
      <KeyDialog edited={edited} names={names} onCreated={setCreated} onClose={() => setEdited(undefined)} />
      <SecretDialog created={created} onClose={() => setCreated(undefined)} />
    </>
  )
}

function useDeleteKey() {
  const texts = useMessages(messages)
  const runAndReport = useReportedAction()
  const { run } = useChange(removeApiKey)
  return async (name: string) => {
    const isSure = await confirm({
      title: texts.deleteQuestion(name),
      body: texts.deleteBody,
      action: texts.deleteKey,
      danger: true,
    })
    if (!isSure) return
    await runAndReport(() => run({ name }), { done: texts.deletedNamed(name), failed: texts.deleteFailed(name) })
  }
}
