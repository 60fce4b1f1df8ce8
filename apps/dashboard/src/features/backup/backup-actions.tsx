import type { BackupFile } from '@mqdeck/contract'
import { IconDownload, IconRestore } from '@tabler/icons-react'
import { useChange, useDelete, useErrorText, useRowActions } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { downloadBlob } from '../../lib/browser/download.ts'
import { type RowAction, toast } from '../../ui/index.ts'
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
  const rowAction = useRowActions()
  const { run: runDownload } = useChange(downloadArchive)
  const deleteArchives = useDelete<BackupFile>(deleteArchive, {
    kind: 'archive',
    nameOf: ({ filename }) => filename,
    listsName: true,
    consequence: texts.deleteBody,
  })
  const download = async (file: BackupFile) => {
    try {
      const { filename = file.filename, content } = await runDownload(file)
      downloadBlob(filename, content)
    } catch (error) {
      toast.error(texts.downloadFailed(file.filename), errorText(error))
    }
  }
  if (isViewer) return undefined
  return (file) => [
    { label: texts.download, icon: <IconDownload {...icon} />, onSelect: () => void download(file) },
    { label: texts.restore, icon: <IconRestore {...icon} />, onSelect: () => onRestore(file) },
    rowAction.delete(() => deleteArchives([file])),
  ]
}
