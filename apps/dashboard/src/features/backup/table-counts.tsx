import type { TablePreview } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Checkbox, type Column, DataTable } from '../../ui/index.ts'
import { restoreMessages } from './messages.ts'
import { useTableTexts } from './part-selection.tsx'

/** Counts of a preview or a result. Only a preview has `kept`. */
type RecordCounts = Omit<TablePreview, 'kept' | 'requires_password'> & { readonly kept?: number }

interface TableCountsProps {
  readonly tables: readonly RecordCounts[]
  /** With `isSelected` and `onToggle` a table can be excluded. */
  readonly isSelected?: (table: RecordCounts) => boolean
  readonly onToggle?: (table: RecordCounts) => void
}

/** Number of new, replaced, unchanged, kept, expired and rejected records per table. */
export function TableCounts({ tables, isSelected, onToggle }: TableCountsProps) {
  const texts = useMessages(restoreMessages)
  const tableTexts = useTableTexts()
  const format = useFormat()
  const hasKept = tables.some(({ kept }) => kept !== undefined)
  const columns = useMemo((): readonly Column<RecordCounts>[] => {
    const countColumn = (
      id: string,
      header: string,
      countOf: (table: RecordCounts) => number | undefined,
      hint?: string,
    ) => ({
      id,
      header,
      width: 92,
      align: 'end' as const,
      ...(hint !== undefined && { hint }),
      cell: (table: RecordCounts) => format.number(countOf(table)),
    })
    return [
      {
        id: 'part',
        header: texts.part,
        width: 230,
        cell: (table) => {
          const { name } = tableTexts(table.name)
          if (!isSelected || !onToggle) return name
          return <Checkbox label={name} checked={isSelected(table)} onChange={() => onToggle(table)} />
        },
      },
      countColumn('added', texts.added, ({ added }) => added, texts.addedHint),
      countColumn('replaced', texts.replaced, ({ replaced }) => replaced, texts.replacedHint),
      countColumn('unchanged', texts.unchanged, ({ unchanged }) => unchanged),
      ...(hasKept ? [countColumn('kept', texts.kept, ({ kept }) => kept, texts.keptHint)] : []),
      countColumn('skipped', texts.expired, ({ skipped }) => skipped, texts.skippedHint),
      countColumn('refused', texts.rejected, ({ refused }) => refused, texts.rejectedHint),
    ]
  }, [texts, tableTexts, format, hasKept, isSelected, onToggle])
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
