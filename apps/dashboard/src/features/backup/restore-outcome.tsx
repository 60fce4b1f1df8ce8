import type { BackupResult } from '@mqdeck/contract'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { ErrorState, Section, Stack, StatusDot } from '../../ui/index.ts'
import { ArchiveFiles, IgnoredParts, Refusals } from './archive-lists.tsx'
import { backupMessages } from './messages.ts'
import { useTableTexts } from './part-choice.tsx'
import { TableCounts } from './table-counts.tsx'

/** What became of each part of an archive. */
export function RestoreOutcome({ result }: { readonly result: BackupResult }) {
  const { restoring: texts } = useMessages(backupMessages)
  const textsOf = useTableTexts()
  const format = useFormat()
  const { configuration, tables, files, ignored } = result
  const isWhole = tables.every(({ state, refused }) => state === 'done' && refused === 0)
  return (
    <Stack gap={4}>
      <div role="status">
        <StatusDot tone={isWhole ? 'accent' : 'amber'}>{isWhole ? texts.done : texts.partly}</StatusDot>
      </div>
      {tables
        .filter(({ state }) => state === 'failed')
        .map(({ name, message }) => (
          <ErrorState key={name} title={textsOf(name).name} message={texts.broken(message)} />
        ))}
      <Section title={texts.configuration}>
        {configuration.changed.length === 0 ? texts.noSettings : texts.settings(format.list(configuration.changed))}
      </Section>
      {tables.length > 0 && <TableCounts tables={tables} />}
      <Refusals tables={tables} />
      <ArchiveFiles files={files} />
      <IgnoredParts ignored={ignored} />
    </Stack>
  )
}
