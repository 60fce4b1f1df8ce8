import type { BackupFile } from '@mqdeck/contract'
import { IconDownload, IconRestore, IconTrash } from '@tabler/icons-react'
import { useChange, useErrorText, useReportedAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { downloadBlob } from '../../lib/download.ts'
import { AffectedItems, confirm, type RowAction, toast } from '../../ui/index.ts'
import { backupMessages } from './messages.ts'
import { deleteArchive, downloadArchive } from './queries.ts'

interface BackupActionsOptions {
  readonly isViewer: boolean
  readonly onRestore: (file: BackupFile) => void
}

const icon = { size: 16, 'aria-hidden': true } as const

/** The row menu; undefined for viewers. */
export function useBackupActions({
  isViewer,
  onRestore,
}: BackupActionsOptions): ((file: BackupFile) => readonly RowAction[]) | undefined {
  const texts = useMessages(backupMessages)
  const errorText = useErrorText()
  const runAndReport = useReportedAction()
  const { run: runDownload } = useChange(downloadArchive)
  const { run: runDelete } = useChange(deleteArchive)
  const download = async (file: BackupFile) => {
    try {
      const { filename = file.filename, content } = await runDownload(file)
      downloadBlob(filename, content)
    } catch (error) {
      toast.error(texts.downloadFailed(file.filename), errorText(error))
    }
  }
  const deleteFile = async (file: BackupFile) => {
    const { filename } = file
    const body = <AffectedItems names={[filename]}>{texts.deleteBody}</AffectedItems>
    if (!(await confirm({ title: texts.deleteQuestion, body, action: texts.delete, danger: true }))) return
    await runAndReport(() => runDelete(file), {
      done: texts.deletedNamed(filename),
      failed: texts.deleteFailed(filename),
    })
  }
  if (isViewer) return undefined
  return (file) => [
    { label: texts.download, icon: <IconDownload {...icon} />, onSelect: () => void download(file) },
    { label: texts.restore, icon: <IconRestore {...icon} />, onSelect: () => onRestore(file) },
    { label: texts.delete, icon: <IconTrash {...icon} />, danger: true, onSelect: () => void deleteFile(file) },
  ]
}
