import type { BackupFile } from '@mqdeck/contract'
import { IconDownload, IconRestore, IconTrash } from '@tabler/icons-react'
import { useChange, useErrorText, useReportedAction } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { downloadBlob } from '../../lib/download.ts'
import { AffectedItems, confirm, type RowAction, toast } from '../../ui/index.ts'
import { backupMessages } from './messages.ts'
import { fetchBackup, removeBackup } from './queries.ts'

interface Options {
  readonly isViewer: boolean
  readonly onRestore: (file: BackupFile) => void
}

const icon = { size: 16, 'aria-hidden': true } as const

/** The menu of a row; undefined for who may do nothing with it. */
export function useBackupActions({
  isViewer,
  onRestore,
}: Options): ((file: BackupFile) => readonly RowAction[]) | undefined {
  const texts = useMessages(backupMessages)
  const describe = useErrorText()
  const told = useReportedAction()
  const { run: fetchFile } = useChange(fetchBackup)
  const { run: removeFile } = useChange(removeBackup)
  const download = async (file: BackupFile) => {
    try {
      const { filename = file.filename, content } = await fetchFile(file)
      downloadBlob(filename, content)
    } catch (error) {
      toast.error(texts.downloadFailed(file.filename), describe(error))
    }
  }
  const remove = async (file: BackupFile) => {
    const { filename } = file
    const body = <AffectedItems names={[filename]}>{texts.removeBody}</AffectedItems>
    if (!(await confirm({ title: texts.removeQuestion, body, action: texts.remove, danger: true }))) return
    await told(() => removeFile(file), { done: texts.removed(filename), failed: texts.removeFailed(filename) })
  }
  if (isViewer) return undefined
  return (file) => [
    { label: texts.download, icon: <IconDownload {...icon} />, onSelect: () => void download(file) },
    { label: texts.restore, icon: <IconRestore {...icon} />, onSelect: () => onRestore(file) },
    { label: texts.remove, icon: <IconTrash {...icon} />, danger: true, onSelect: () => void remove(file) },
  ]
}
