import type { BackupPreview, TablePreview } from '@mqdeck/contract'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Dim, Mono, Notice, Section } from '../../ui/index.ts'
import styles from './backup.module.css'
import { restoreMessages } from './messages.ts'
import { useTableTexts } from './part-selection.tsx'

/** Certificates and keys of an archive, with the effect of the restore. */
export function ArchiveFiles({ files }: Pick<BackupPreview, 'files'>) {
  const texts = useMessages(restoreMessages)
  if (files.length === 0) return null
  return (
    <Section title={texts.files}>
      <ul className={styles.items}>
        {files.map(({ path, state }) => (
          <li key={path}>
            <Mono>{path}</Mono>
            <Dim>{texts.fileStates[state]}</Dim>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Objects that the restore deletes or has deleted. */
export function RemovedObjects({ paths }: { readonly paths: readonly string[] }) {
  const texts = useMessages(restoreMessages)
  if (paths.length === 0) return null
  return (
    <Notice tone="red">
      <strong>{texts.removed(paths.length)}</strong>
      <ul className={styles.items}>
        {paths.map((path) => (
          <li key={path}>
            <Mono>{path}</Mono>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** Plugins that the archive names and that are not installed. */
export function MissingPlugins({ names }: { readonly names: readonly string[] }) {
  const texts = useMessages(restoreMessages)
  const format = useFormat()
  if (names.length === 0) return null
  return <Notice tone="amber">{texts.missingPlugins(format.list(names))}</Notice>
}

/** Parts of the archive that the broker ignores. */
export function IgnoredParts({ ignored }: Pick<BackupPreview, 'ignored'>) {
  const texts = useMessages(restoreMessages)
  if (ignored.length === 0) return null
  return (
    <Section title={texts.ignored}>
      <ul className={styles.items}>
        {ignored.map(({ name, reason }) => (
          <li key={name}>
            <Mono>{name}</Mono>
            <Dim>{texts.ignoredReasons[reason]}</Dim>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type RejectedTable = Pick<TablePreview, 'name' | 'refused' | 'refusals'>

/** Records that the broker rejects, with their reasons. */
export function RejectedRecords({
  tables,
  note,
}: {
  readonly tables: readonly RejectedTable[]
  readonly note?: string
}) {
  const texts = useMessages(restoreMessages)
  const tableTexts = useTableTexts()
  const affected = tables.filter(({ refused }) => refused > 0)
  if (affected.length === 0) return null
  return (
    <Section title={texts.rejectedRecords}>
      {note !== undefined && <Dim>{note}</Dim>}
      <ul className={styles.items}>
        {affected.flatMap(({ name, refused, refusals }) => [
          ...refusals.map(({ line, item, reason }) => (
            <li key={`${name} ${line}`}>
              <Dim>{texts.recordLine(tableTexts(name).name, line)}</Dim>
              {item !== '' && <Mono>{item}</Mono>}
              <span>{reason}</span>
            </li>
          )),
          ...(refused > refusals.length
            ? [
                <li key={`${name} more`}>
                  <Dim>{texts.andMore(refused - refusals.length)}</Dim>
                </li>,
              ]
            : []),
        ])}
      </ul>
    </Section>
  )
}
