import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { Button, type Column, OrderedTable } from '../../ui/index.ts'
import styles from './authorization.module.css'
import { ruleMessages } from './rule-messages.ts'

interface RuleTableProps<Row extends object> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  readonly summary: ReactNode
  readonly empty: ReactNode
  /** Undefined: they may only be looked at. */
  readonly edit:
    | {
        readonly onAdd: () => void
        readonly onMove: (from: number, to: number) => void
        readonly onRemove: (row: Row, index: number) => void
        readonly actions?: (row: Row, index: number) => readonly RuleAction[]
      }
    | undefined
  /** The id of a rule to point out. */
  readonly marked?: string | undefined
}

interface RuleAction {
  readonly label: string
  readonly icon: ReactNode
  readonly onSelect: () => void
}

/** Rules in their order: added, moved by drag or keyboard, deleted. */
export function RuleTable<Row extends object>({ edit, ...table }: RuleTableProps<Row>) {
  const texts = useMessages(ruleMessages)
  const rowActions = (row: Row, index: number) => [
    ...(edit?.actions?.(row, index) ?? []),
    {
      label: texts.removeRule,
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      onSelect: () => edit?.onRemove(row, index),
    },
  ]
  return (
    <div className={styles.rules}>
      <OrderedTable
        {...table}
        rowName={(_, index) => texts.rule(index + 1)}
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
