import type { BackupFile } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { type Column, Mono, RelativeTime } from '../../ui/index.ts'
import { backupMessages } from './messages.ts'

export function useBackupColumns(): readonly Column<BackupFile>[] {
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
