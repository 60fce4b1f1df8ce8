import type { BackupResult } from '@mqdeck/contract'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { EmptyState, ErrorState, Notice, Section, Stack, StatusDot } from '../../ui/index.ts'
import { ArchiveFiles, IgnoredParts, MissingPlugins, RejectedRecords } from './archive-lists.tsx'
import { restoreMessages } from './messages.ts'
import { useTableTexts } from './part-selection.tsx'
import { TableCounts } from './table-counts.tsx'

export type RestoreEnd =
  | { readonly kind: 'result'; readonly result: BackupResult }
  | { readonly kind: 'all' }
  | { readonly kind: 'failed'; readonly message: string }

/** How a restore has ended. */
export function RestoreEndView({
  ended,
  mayBePartial,
}: {
  readonly ended: RestoreEnd
  readonly mayBePartial: boolean
}) {
  const texts = useMessages(restoreMessages)
  if (ended.kind === 'result') return <RestoreResult result={ended.result} />
  if (ended.kind === 'all') return <EmptyState title={texts.restoredAll} />
  return <ErrorState title={mayBePartial ? texts.failedPartly : texts.failed} message={ended.message} />
}

/** The result of each part of a restore. */
function RestoreResult({ result }: { readonly result: BackupResult }) {
  const texts = useMessages(restoreMessages)
  const tableTexts = useTableTexts()
  const format = useFormat()
  const { configuration, tables, files, ignored, missing_plugins: missingPlugins } = result
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
        {configuration.removed.length > 0 && <p>{texts.removedList(format.list(configuration.removed))}</p>}
      </Section>
      {configuration.disabled.map(({ path, reason }) => (
        <Notice key={path} tone="amber">
          {texts.disabledListener(path, reason)}
        </Notice>
      ))}
      <MissingPlugins names={missingPlugins} />
      {tables.length > 0 && <TableCounts tables={tables} />}
      <RejectedRecords tables={tables} />
      <ArchiveFiles files={files} />
      <IgnoredParts ignored={ignored} />
    </Stack>
  )
}
