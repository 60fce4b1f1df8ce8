import type { BackupFile } from '@mqdeck/contract'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { z } from 'zod'
import { QueryError, RefreshControl, StaleNotice, useData, useIsViewer } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import {
  Button,
  DataTable,
  EmptyState,
  FileButton,
  Notice,
  PageHeader,
  PagePager,
  Stack,
  useSearchState,
} from '../../ui/index.ts'
import { useBackupActions } from './backup-actions.tsx'
import { useBackupColumns } from './backup-columns.tsx'
import { CreateDialog } from './create-dialog.tsx'
import { backupMessages } from './messages.ts'
import { backupsQuery } from './queries.ts'
import { RestoreDrawer } from './restore-drawer.tsx'
import { BackupSchedule } from './schedule.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useUpload } from './use-upload.ts'

const search = z.object({
  page: z.coerce.number().int().min(1).catch(1).default(1),
  limit: z.coerce.number().int().min(1).max(10_000).catch(20).default(20),
})

/** Creates, downloads, uploads and restores archives of configuration and data. */
export default function BackupPage() {
  const texts = useMessages(backupMessages)
  const [{ page, limit }, setSearch] = useSearchState(search)
  const backups = useData(backupsQuery, { page, limit }, { keepPrevious: true })
  const [isCreating, setCreating] = useState(false)
  const [restoring, setRestoring] = useState<BackupFile>()
  const upload = useUpload()
  const isViewer = useIsViewer()
  const columns = useBackupColumns()
  const rowActions = useBackupActions({ isViewer, onRestore: setRestoring })
  const rows = backups.data?.data
  const total = backups.data?.meta.count
  return (
    <>
      <PageHeader
        title={texts.title}
        description={texts.description}
        actions={
          <>
            <RefreshControl queries={[backups]} />
            {!isViewer && (
              <>
                <FileButton
                  label={texts.upload}
                  extensions={['gz']}
                  disabled={upload.state?.isRunning === true}
                  onPick={upload.start}
                />
                <Button variant="primary" icon={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
                  {texts.createBackup}
                </Button>
              </>
            )}
          </>
        }
      />
      <StaleNotice query={backups} />
      <Stack gap={4}>
        <Notice>{isViewer ? texts.secretsViewer : texts.secrets}</Notice>
        {upload.state && <UploadProgress state={upload.state} onCancel={upload.cancel} onClose={upload.dismiss} />}
        <DataTable
          label={texts.archives}
          columns={columns}
          rows={rows}
          rowId={({ node, filename }) => `${node} ${filename}`}
          busy={backups.isStale || backups.isPrevious}
          error={rows === undefined && backups.error && <QueryError query={backups} />}
          empty={<EmptyState title={texts.noArchives} hint={texts.noArchivesHint} />}
          skeletonRows={4}
          rowActions={rowActions}
          pager={
            total !== undefined &&
            (total > limit || page > 1) && (
              <PagePager
                page={page}
                limit={limit}
                total={total}
                count={rows?.length ?? 0}
                onPageChange={(next) => setSearch({ page: next })}
                onLimitChange={(next) => setSearch({ limit: next, page: 1 })}
              />
            )
          }
        />
        {!isViewer && <BackupSchedule />}
      </Stack>
      <CreateDialog opened={isCreating} onClose={() => setCreating(false)} />
      <RestoreDrawer archive={restoring} onClose={() => setRestoring(undefined)} />
    </>
  )
}
