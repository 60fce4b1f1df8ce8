import type { BackupFile } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { deployment, PagedTable, pageSearch, useIsViewer, usePagedList } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import {
  Button,
  CodeBlock,
  type Column,
  EmptyState,
  FileButton,
  Link,
  Mono,
  Notice,
  PageHeader,
  RelativeTime,
  Section,
  Stack,
} from '../../ui/index.ts'
import { useBackupActions } from './backup-actions.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { backupMessages, scheduleMessages } from './messages.ts'
import { backupsQuery } from './queries.ts'
import { RestoreDrawer } from './restore-drawer.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'

const search = pageSearch.extend({ limit: z.coerce.number().int().min(1).max(10_000).default(20) })

/** Creates, downloads, uploads and restores archives of configuration and data. */
export default function BackupPage() {
  const texts = useMessages(backupMessages)
  const backups = usePagedList(backupsQuery, {}, { search })
  const [isCreating, setCreating] = useState(false)
  const [restoring, setRestoring] = useState<BackupFile>()
  const upload = useUpload()
  const isViewer = useIsViewer()
  const columns = useBackupColumns()
  const rowActions = useBackupActions({ isViewer, onRestore: setRestoring })
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          !isViewer && (
            <>
              <FileButton
                label={texts.upload}
                extensions={['gz']}
                disabled={upload.state?.isRunning === true}
                onPick={upload.start}
              />
              <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
                {texts.newBackup}
              </Button>
            </>
          )
        }
      />
      <Stack gap={4}>
        <Notice>{isViewer ? texts.secretsViewer : texts.secrets}</Notice>
        {upload.state && <UploadProgress state={upload.state} onCancel={upload.cancel} onClose={upload.dismiss} />}
        <PagedTable
          list={backups}
          hidesSinglePage
          label={texts.archives}
          columns={columns}
          rowId={({ node, filename }) => `${node} ${filename}`}
          rowName={({ filename }) => filename}
          empty={<EmptyState title={texts.noArchives} hint={texts.noArchivesHint} />}
          skeletonRows={1}
          rowActions={rowActions}
        />
        {!isViewer && <BackupSchedule />}
      </Stack>
      <CreateDialog opened={isCreating} onClose={() => setCreating(false)} />
      <RestoreDrawer archive={restoring} onClose={() => setRestoring(undefined)} />
    </>
  )
}

function useBackupColumns(): readonly Column<BackupFile>[] {
  const texts = useMessages(backupMessages)
  const format = useFormat()
  return useMemo(
    () => [
      { id: 'file', header: texts.file, width: 380, cell: ({ filename }) => <Mono truncate>{filename}</Mono> },
      { id: 'node', header: texts.node, width: 180, cell: ({ node }) => <Mono truncate>{node}</Mono> },
      {
        id: 'created',
        header: texts.created,
        width: 140,
        cell: ({ created_at }) => <RelativeTime time={created_at} />,
      },
      { id: 'size', header: texts.size, width: 100, align: 'end', cell: ({ size }) => format.bytes(size) },
    ],
    [texts, format],
  )
}

/** A script for scheduled backups. */
function BackupSchedule() {
  const texts = useMessages(scheduleMessages)
  return (
    <Section title={texts.title} actions={<Link to="/api-key">{texts.apiKeys}</Link>}>
      <Stack gap={3}>
        <span>{texts.text}</span>
        <CodeBlock code={script(deployment.absoluteApiUrl)} />
      </Stack>
    </Section>
  )
}

const script = (api: string) => `API=${api}
FILE=$(curl -fsS -u "$KEY" -H 'content-type: application/json' -d '{}' "$API/data/export" \\
  | sed -E 's/.*"filename": ?"([^"]+)".*/\\1/')
curl -fsS -u "$KEY" -o "/var/backups/$FILE" "$API/data/files/$FILE"
curl -fsS -u "$KEY" -X DELETE "$API/data/files/$FILE"`
