import type { TablePreview } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Checkbox, type Column, DataTable } from '../../ui/index.ts'
import { backupMessages } from './messages.ts'
import { useTableTexts } from './part-choice.tsx'

/** Of a preview or a result; only a preview knows what stays. */
type Counts = Omit<TablePreview, 'kept'> & { readonly kept?: number }

interface TableCountsProps {
  readonly tables: readonly Counts[]
  /** With both, a row can be left out. */
  readonly isChosen?: (table: Counts) => boolean
  readonly onToggle?: (table: Counts) => void
}

/** How many records of each kind are new, replaced, equal and so on. */
export function TableCounts({ tables, isChosen, onToggle }: TableCountsProps) {
  const { restoring: texts } = useMessages(backupMessages)
  const textsOf = useTableTexts()
  const format = useFormat()
  const hasKept = tables.some(({ kept }) => kept !== undefined)
  const columns = useMemo((): readonly Column<Counts>[] => {
    const figure = (id: string, header: string, of: (table: Counts) => number | undefined, hint?: string) => ({
      id,
      header,
      width: 92,
      align: 'end' as const,
      ...(hint !== undefined && { hint }),
      cell: (table: Counts) => format.number(of(table)),
    })
    return [
      {
        id: 'part',
        header: texts.part,
        width: 230,
        cell: (table) => {
          const { name } = textsOf(table.name)
          if (!isChosen || !onToggle) return name
          return <Checkbox label={name} checked={isChosen(table)} onChange={() => onToggle(table)} />
        },
      },
      figure('added', texts.added, ({ added }) => added, texts.addedHint),
      figure('replaced', texts.replaced, ({ replaced }) => replaced, texts.replacedHint),
      figure('unchanged', texts.unchanged, ({ unchanged }) => unchanged),
      ...(hasKept ? [figure('kept', texts.kept, ({ kept }) => kept, texts.keptHint)] : []),
      figure('skipped', texts.skipped, ({ skipped }) => skipped, texts.skippedHint),
      figure('refused', texts.unusable, ({ refused }) => refused, texts.unusableHint),
    ]
  }, [texts, textsOf, format, hasKept, isChosen, onToggle])
  return (
    <DataTable
      label={texts.data}
      summary={<strong>{texts.data}</strong>}
      columns={columns}
      rows={tables}
      rowId={({ name }) => name}
    />
  )
}
