import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../../i18n/index.ts'
import { Button, type Column, OrderedTable } from '../../../../ui/index.ts'
import { ruleMessages } from './messages.ts'
import styles from './rule-table.module.css'

interface RuleTableProps<Row extends object> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly summary: ReactNode
  readonly empty: ReactNode
  /** Undefined if the rules are read-only. */
  readonly edit:
    | {
        readonly onAdd: () => void
        readonly onMove: (from: number, to: number) => void
        readonly onDelete: (row: Row, index: number) => void
        readonly actions?: (row: Row, index: number) => readonly RuleAction[]
      }
    | undefined
  /** ID of a rule to highlight. */
  readonly marked?: string | undefined
}

interface RuleAction {
  readonly label: string
  readonly icon: ReactNode
  readonly onSelect: () => void
}

/** An ordered table of rules. They can be added, moved by dragging or keyboard, and deleted. */
export function RuleTable<Row extends object>({ edit, ...table }: RuleTableProps<Row>) {
  const texts = useMessages(ruleMessages)
  const rowActions = (row: Row, index: number) => [
    ...(edit?.actions?.(row, index) ?? []),
    {
      label: texts.deleteRule,
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      onSelect: () => edit?.onDelete(row, index),
    },
  ]
  return (
    <div className={styles.rules}>
      <OrderedTable
        {...table}
        rowName={(_, index) => texts.ruleAt(index + 1)}
        onMove={edit?.onMove}
        rowActions={edit && rowActions}
        actions={
          edit && (
            <Button size="small" icon={<IconPlus size={16} aria-hidden />} onClick={edit.onAdd}>
              {texts.addRule}
            </Button>
          )
        }
      />
    </div>
  )
}
