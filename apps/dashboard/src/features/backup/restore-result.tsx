import type { BackupResult } from '@mqdeck/contract'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { ErrorState, Section, Stack, StatusDot } from '../../ui/index.ts'
import { ArchiveFiles, IgnoredParts, RejectedRecords } from './archive-lists.tsx'
import { restoreMessages } from './messages.ts'
import { useTableTexts } from './part-selection.tsx'
import { TableCounts } from './table-counts.tsx'

/** The result of each part of a restore. */
export function RestoreResult({ result }: { readonly result: BackupResult }) {
  const texts = useMessages(restoreMessages)
  const tableTexts = useTableTexts()
  const format = useFormat()
  const { configuration, tables, files, ignored } = result
  const isComplete = tables.every(({ state, refused }) => state === 'done' && refused === 0)
  return (
    <Stack gap={4}>
      <div role="status">
        <StatusDot tone={isComplete ? 'accent' : 'amber'}>
          {isComplete ? texts.restored : texts.restoredPartly}
        </StatusDot>
      </div>
      {tables
        .filter(({ state }) => state === 'failed')
        .map(({ name, message }) => (
          <ErrorState key={name} title={tableTexts(name).name} message={texts.stoppedAt(message)} />
        ))}
      <Section title={texts.configuration}>
        {configuration.changed.length === 0 ? texts.noChanges : texts.changedRoots(format.list(configuration.changed))}
      </Section>
      {tables.length > 0 && <TableCounts tables={tables} />}
      <RejectedRecords tables={tables} />
      <ArchiveFiles files={files} />
      <IgnoredParts ignored={ignored} />
    </Stack>
  )
}
