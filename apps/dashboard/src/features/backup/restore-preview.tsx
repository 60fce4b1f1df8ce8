import type { BackupPreview } from '@mqdeck/contract'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { changesTexts } from '../../lib/changes-text.ts'
import { Checkbox, DescriptionList, DiffView, Dim, Mono, Notice, Section, Stack } from '../../ui/index.ts'
import { ArchiveFiles, IgnoredParts, Refusals } from './archive-lists.tsx'
import styles from './backup.module.css'
import { type Left, movesPage } from './left-out.ts'
import { backupMessages } from './messages.ts'
import { toggled } from './part-choice.tsx'
import { TableCounts } from './table-counts.tsx'

interface RestorePreviewProps {
  readonly preview: BackupPreview
  readonly left: Left
  readonly onLeft: (left: Left) => void
  readonly isEmpty: boolean
}

/** What would change, part by part; each part can be left out. */
export function RestorePreview({ preview, left, onLeft, isEmpty }: RestorePreviewProps) {
  const { restoring: texts } = useMessages(backupMessages)
  const format = useFormat()
  const { origin, tables, files, ignored } = preview
  const isInUse = ({ name }: { readonly name: string }) => !left.tables.includes(name)
  return (
    <Stack gap={4}>
      <DescriptionList
        minWidth={200}
        items={[
          { label: texts.version, value: `${origin.version} (${origin.edition})` },
          { label: texts.fromNode, value: origin.node && <Mono>{origin.node}</Mono> },
          { label: texts.madeAt, value: origin.created_at && format.dateTime(origin.created_at) },
        ]}
      />
      <Mistakes preview={preview} left={left} onLeft={onLeft} />
      {movesPage(preview, left) && <Notice tone="amber">{texts.movesPage}</Notice>}
      {isEmpty && preview.errors.length === 0 && <Notice>{texts.nothingChosen}</Notice>}
      {tables.length > 0 && (
        <TableCounts
          tables={tables}
          isChosen={isInUse}
          onToggle={({ name }) => onLeft({ ...left, tables: toggled(left.tables, name) })}
        />
      )}
      <Refusals tables={tables.filter(isInUse)} />
      <Configuration preview={preview} left={left} onLeft={onLeft} />
      <ArchiveFiles files={files} />
      <IgnoredParts ignored={ignored} />
    </Stack>
  )
}

type PartProps = Pick<RestorePreviewProps, 'preview' | 'left' | 'onLeft'>

function Mistakes({ preview: { errors }, left, onLeft }: PartProps) {
  const { restoring: texts } = useMessages(backupMessages)
  if (errors.length === 0) return null
  const roots = [...new Set(errors.flatMap(({ path }) => path.split('.', 1)[0] || []))]
  return (
    <div role="alert">
      <Section title={texts.refused}>
        <Stack gap={3}>
          <ul className={styles.items}>
            {errors.map(({ line, path, reason }) => (
              <li key={`${line} ${path} ${reason}`}>
                {line !== undefined && <Dim>{texts.at(line)}</Dim>}
                {path !== '' && <Mono>{path}</Mono>}
                <span>{reason}</span>
              </li>
            ))}
          </ul>
          <Dim>{texts.refusedNote}</Dim>
          {roots.map((name) => (
            <RootBox key={name} name={name} left={left} onLeft={onLeft} />
          ))}
        </Stack>
      </Section>
    </div>
  )
}

function Configuration({ preview: { roots, errors }, left, onLeft }: PartProps) {
  const { restoring: texts } = useMessages(backupMessages)
  const changed = roots.filter(({ changes }) => changes.length > 0)
  if (errors.length > 0 && changed.length === 0) return null
  return (
    <Section title={texts.configuration}>
      {changed.length === 0 ? (
        <Dim>{roots.length === 0 ? texts.noConfiguration : texts.sameConfiguration}</Dim>
      ) : (
        <Stack gap={4}>
          {changed.map(({ name, changes }) => (
            <Stack key={name} gap={2}>
              <RootBox name={name} note={texts.changes(changes.length)} left={left} onLeft={onLeft} />
              {!left.roots.includes(name) && (
                <DiffView {...changesTexts(changes)} beforeTitle={texts.now} afterTitle={texts.after} />
              )}
            </Stack>
          ))}
        </Stack>
      )}
    </Section>
  )
}

interface RootBoxProps extends Pick<RestorePreviewProps, 'left' | 'onLeft'> {
  readonly name: string
  readonly note?: string
}

const RootBox = ({ name, note, left, onLeft }: RootBoxProps) => (
  <Checkbox
    label={
      <>
        <Mono>{name}</Mono> {note && <Dim>{note}</Dim>}
      </>
    }
    checked={!left.roots.includes(name)}
    onChange={() => onLeft({ ...left, roots: toggled(left.roots, name) })}
  />
)
