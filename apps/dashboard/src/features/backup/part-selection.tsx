import { useCallback } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, Checkbox, Dim, Group, Mono, Stack } from '../../ui/index.ts'
import styles from './backup.module.css'
import { backupMessages, createMessages } from './messages.ts'
import type { AvailableParts, BackupParts } from './queries.ts'

interface PartSelectionProps {
  readonly parts: AvailableParts
  readonly selection: Required<BackupParts>
  readonly onChange: (selection: Required<BackupParts>) => void
}

/** Selects tables and sections of the configuration. */
export function PartSelection({ parts, selection, onChange }: PartSelectionProps) {
  const texts = useMessages(createMessages)
  const { records } = useMessages(backupMessages)
  const textsOf = useTableTexts()
  const format = useFormat()
  const setTables = (tables: readonly string[]) => onChange({ ...selection, tables })
  const setRoots = (roots: readonly string[]) => onChange({ ...selection, roots })
  return (
    <Stack gap={5}>
      <fieldset className={styles.part}>
        <legend>{texts.data}</legend>
        <div className={styles.selections}>
          {parts.tables.map(({ name, count }) => {
            const { name: label, note } = textsOf(name)
            const figure = count === undefined ? undefined : records(count, format.number(count))
            return (
              <Checkbox
                key={name}
                label={
                  <>
                    {label} {figure && <Dim small>{figure}</Dim>}
                  </>
                }
                description={note}
                checked={selection.tables.includes(name)}
                onChange={() => setTables(toggled(selection.tables, name))}
              />
            )
          })}
        </div>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{texts.configuration}</legend>
        <p className={styles.note}>{texts.configurationNote}</p>
        <Stack gap={3}>
          <Group>
            <Button size="small" onClick={() => setRoots(parts.roots)}>
              {texts.selectAll}
            </Button>
            <Button size="small" onClick={() => setRoots([])}>
              {texts.selectNone}
            </Button>
          </Group>
          <div className={styles.roots}>
            {parts.roots.map((name) => (
              <Checkbox
                key={name}
                label={<Mono>{name}</Mono>}
                checked={selection.roots.includes(name)}
                onChange={() => setRoots(toggled(selection.roots, name))}
              />
            ))}
          </div>
        </Stack>
      </fieldset>
    </Stack>
  )
}

export const toggled = (names: readonly string[], name: string): readonly string[] =>
  names.includes(name) ? names.filter((each) => each !== name) : [...names, name]

/** Label and description of a table; an unknown table has its name as label. */
export function useTableTexts(): (name: string) => { readonly name: string; readonly note: string } {
  const { tables } = useMessages(backupMessages)
  return useCallback(
    (name) => {
      const tableTexts: Readonly<Record<string, { readonly name: string; readonly note: string }>> = tables
      return tableTexts[name] ?? { name, note: '' }
    },
    [tables],
  )
}
