import type { BackupPreview, TablePreview } from '@mqdeck/contract'
import { useMessages } from '../../i18n/index.ts'
import { Dim, Mono, Section } from '../../ui/index.ts'
import styles from './backup.module.css'
import { backupMessages } from './messages.ts'
import { useTableTexts } from './part-choice.tsx'

/** Certificates and keys of an archive, and what becomes of each. */
export function ArchiveFiles({ files }: Pick<BackupPreview, 'files'>) {
  const { restoring: texts } = useMessages(backupMessages)
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

/** What the broker has no place for. */
export function IgnoredParts({ ignored }: Pick<BackupPreview, 'ignored'>) {
  const { restoring: texts } = useMessages(backupMessages)
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

type Refused = Pick<TablePreview, 'name' | 'refused' | 'refusals'>

/** Records that cannot be taken in, with the reason of each. */
export function Refusals({ tables }: { readonly tables: readonly Refused[] }) {
  const { restoring: texts } = useMessages(backupMessages)
  const textsOf = useTableTexts()
  const concerned = tables.filter(({ refused }) => refused > 0)
  if (concerned.length === 0) return null
  return (
    <Section title={texts.reasons}>
      <ul className={styles.items}>
        {concerned.flatMap(({ name, refused, refusals }) => [
          ...refusals.map(({ line, item, reason }) => (
            <li key={`${name} ${line}`}>
              <Dim>{texts.line(textsOf(name).name, line)}</Dim>
              {item !== '' && <Mono>{item}</Mono>}
              <span>{reason}</span>
            </li>
          )),
          ...(refused > refusals.length
            ? [
                <li key={`${name} more`}>
                  <Dim>{texts.more(refused - refusals.length)}</Dim>
                </li>,
              ]
            : []),
        ])}
      </ul>
    </Section>
  )
}
