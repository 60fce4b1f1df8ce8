import { useCallback } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, Checkbox, Dim, Group, Mono, Stack } from '../../ui/index.ts'
import styles from './backup.module.css'
import { backupMessages } from './messages.ts'
import type { Choice, Parts } from './queries.ts'

interface PartChoiceProps {
  readonly parts: Parts
  readonly choice: Required<Choice>
  readonly onChange: (choice: Required<Choice>) => void
}

/** Which data and which parts of the configuration. */
export function PartChoice({ parts, choice, onChange }: PartChoiceProps) {
  const { dialog: texts, records } = useMessages(backupMessages)
  const textsOf = useTableTexts()
  const format = useFormat()
  const setTables = (tables: readonly string[]) => onChange({ ...choice, tables })
  const setRoots = (roots: readonly string[]) => onChange({ ...choice, roots })
  return (
    <Stack gap={5}>
      <fieldset className={styles.part}>
        <legend>{texts.data}</legend>
        <div className={styles.choices}>
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
                checked={choice.tables.includes(name)}
                onChange={() => setTables(toggled(choice.tables, name))}
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
              {texts.all}
            </Button>
            <Button size="small" onClick={() => setRoots([])}>
              {texts.none}
            </Button>
          </Group>
          <div className={styles.roots}>
            {parts.roots.map((name) => (
              <Checkbox
                key={name}
                label={<Mono>{name}</Mono>}
                checked={choice.roots.includes(name)}
                onChange={() => setRoots(toggled(choice.roots, name))}
              />
            ))}
          </div>
        </Stack>
      </fieldset>
    </Stack>
  )
}

export const toggled = (names: readonly string[], name: string): readonly string[] =>
  names.includes(name) ? names.filter((one) => one !== name) : [...names, name]

/** What people call a table set; the name itself of one that is newer than this page. */
export function useTableTexts(): (name: string) => { readonly name: string; readonly note: string } {
  const { tables } = useMessages(backupMessages)
  return useCallback(
    (name) => {
      const known: Readonly<Record<string, { readonly name: string; readonly note: string }>> = tables
      return known[name] ?? { name, note: '' }
    },
    [tables],
  )
}
