import type { BackupPreview } from '@mqdeck/contract'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { changesTexts } from '../../lib/json/changes-text.ts'
import { Checkbox, DescriptionList, DiffView, Dim, Mono, Notice, Section, Stack } from '../../ui/index.ts'
import { ArchiveFiles, IgnoredParts, MissingPlugins, RejectedRecords, RemovedObjects } from './archive-lists.tsx'
import styles from './backup.module.css'
import { type ExcludedParts, movesPage, removedObjects } from './excluded-parts.ts'
import { restoreMessages } from './messages.ts'
import { toggled } from './part-selection.tsx'
import { TableCounts } from './table-counts.tsx'

interface RestorePreviewProps {
  readonly preview: BackupPreview
  readonly excluded: ExcludedParts
  readonly onExcludedChange: (excluded: ExcludedParts) => void
  readonly hasNoChanges: boolean
}

/** The changes of a restore. Each part can be excluded. */
export function RestorePreview({ preview, excluded, onExcludedChange, hasNoChanges }: RestorePreviewProps) {
  const texts = useMessages(restoreMessages)
  const format = useFormat()
  const { origin, tables, files, ignored } = preview
  const isIncluded = ({ name }: { readonly name: string }) => !excluded.tables.includes(name)
  return (
    <Stack gap={4}>
      <DescriptionList
        minWidth={200}
        items={[
          { label: texts.version, value: `${origin.version} (${origin.edition})` },
          { label: texts.node, value: origin.node && <Mono>{origin.node}</Mono> },
          { label: texts.created, value: origin.created_at && format.dateTime(origin.created_at) },
        ]}
      />
      <ConfigurationErrors preview={preview} excluded={excluded} onExcludedChange={onExcludedChange} />
      <RemovedObjects paths={removedObjects(preview, excluded)} />
      <MissingPlugins names={preview.missing_plugins} />
      {movesPage(preview, excluded) && <Notice tone="amber">{texts.movesPage}</Notice>}
      {hasNoChanges && preview.errors.length === 0 && <Notice>{texts.nothingSelected}</Notice>}
      {tables.length > 0 && (
        <TableCounts
          tables={tables}
          isSelected={isIncluded}
          onToggle={({ name }) => onExcludedChange({ ...excluded, tables: toggled(excluded.tables, name) })}
        />
      )}
      <RejectedRecords tables={tables.filter(isIncluded)} note={texts.rejectedRecordsNote} />
      <ConfigurationChanges preview={preview} excluded={excluded} onExcludedChange={onExcludedChange} />
      <ArchiveFiles files={files} />
      <IgnoredParts ignored={ignored} />
    </Stack>
  )
}

type PartProps = Pick<RestorePreviewProps, 'preview' | 'excluded' | 'onExcludedChange'>

function ConfigurationErrors({ preview: { errors }, excluded, onExcludedChange }: PartProps) {
  const texts = useMessages(restoreMessages)
  if (errors.length === 0) return null
  const roots = [...new Set(errors.flatMap(({ path }) => path.split('.', 1)[0] || []))]
  return (
    <div role="alert">
      <Section title={texts.invalidConfiguration}>
        <Stack gap={3}>
          <ul className={styles.items}>
            {errors.map(({ line, path, reason }) => (
              <li key={`${line} ${path} ${reason}`}>
                {line !== undefined && <Dim>{texts.line(line)}</Dim>}
                {path !== '' && <Mono>{path}</Mono>}
                <span>{reason}</span>
              </li>
            ))}
          </ul>
          <Dim>{texts.invalidConfigurationNote}</Dim>
          {roots.map((name) => (
            <RootCheckbox key={name} name={name} excluded={excluded} onExcludedChange={onExcludedChange} />
          ))}
        </Stack>
      </Section>
    </div>
  )
}

function ConfigurationChanges({ preview: { roots, errors }, excluded, onExcludedChange }: PartProps) {
  const texts = useMessages(restoreMessages)
  const sections = roots.filter(({ changes }) => changes.length > 0)
  if (errors.length > 0 && sections.length === 0) return null
  return (
    <Section title={texts.configuration}>
      {sections.length === 0 ? (
        <Dim>{roots.length === 0 ? texts.noConfiguration : texts.sameConfiguration}</Dim>
      ) : (
        <Stack gap={4}>
          {sections.map(({ name, changes, added, changed, removed }) => (
            <Stack key={name} gap={2}>
              <RootCheckbox
                name={name}
                note={texts.changesWith(texts.changes(changes.length), added.length, changed.length, removed.length)}
                excluded={excluded}
                onExcludedChange={onExcludedChange}
              />
              {!excluded.roots.includes(name) && (
                <DiffView {...changesTexts(changes)} beforeTitle={texts.before} afterTitle={texts.after} />
              )}
            </Stack>
          ))}
        </Stack>
      )}
    </Section>
  )
}

interface RootCheckboxProps extends Pick<RestorePreviewProps, 'excluded' | 'onExcludedChange'> {
  readonly name: string
  readonly note?: string
}

const RootCheckbox = ({ name, note, excluded, onExcludedChange }: RootCheckboxProps) => (
  <Checkbox
    label={
      <>
        <Mono>{name}</Mono> {note && <Dim>{note}</Dim>}
      </>
    }
    checked={!excluded.roots.includes(name)}
    onChange={() => onExcludedChange({ ...excluded, roots: toggled(excluded.roots, name) })}
  />
)
