import { type ReactNode, useContext, useState } from 'react'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { valueAt } from '../../lib/json/json-path.ts'
import { join } from '../../ui/index.ts'
import { ControlledDisclosure } from '../../ui/layout/disclosure.tsx'
import { hasFaultWithin } from '../form-store.ts'
import { formTexts } from '../messages.ts'
import type { FormNode } from '../model.ts'
import { type Cell, FilterContext, useContainsTarget, useFormPart, useFormSetting } from '../use-field.ts'
import { countChanged } from '../values.ts'
import styles from './object.module.css'

interface ObjectBodyProps {
  readonly cells: readonly Cell[]
  /** Title of the group, to distinguish its advanced fields from those of the form. */
  readonly title?: string | undefined
}

/**
 * Fields, then groups, in any declared order. Advanced fields are collapsed together, advanced groups each
 * under their title, unless all are advanced.
 */
export function ObjectBody({ cells, title }: ObjectBodyProps) {
  const { Field } = useFormSetting()
  const texts = useMessages(formTexts)
  const locale = useLocale()
  const left = useContext(FilterContext)
  const shown = cells.filter(({ node }) => node.kind !== 'constant' && (!left || left.has(node)))
  const isAllAdvanced = cells.every(({ node }) => node.advanced || node.kind === 'constant')
  const isClosed = ({ node }: Cell) => node.advanced && !isAllAdvanced
  const simple = shown.filter(({ node }) => !isGroup(node))
  const advanced = simple.filter(isClosed)
  const groups = shown.filter(({ node }) => isGroup(node))
  const isForced = left !== undefined
  return (
    <div className={styles.body}>
      <CellList cells={simple.filter((cell) => !isClosed(cell))} />
      {advanced.length > 0 && (
        <AdvancedFields
          cells={advanced}
          title={title === undefined ? texts.advanced : texts.advancedOf(title)}
          isForced={isForced}
        >
          <CellList cells={advanced} />
        </AdvancedFields>
      )}
      <CellList cells={groups.filter((cell) => !isClosed(cell))} />
      {groups.filter(isClosed).map((cell) => (
        <AdvancedFields key={cell.path.join('.')} cells={[cell]} title={cell.node.label[locale]} isForced={isForced}>
          <Field node={cell.node} path={cell.path} isBare />
        </AdvancedFields>
      ))}
    </div>
  )
}

function CellList({ cells }: { readonly cells: readonly Cell[] }): ReactNode {
  const { Field } = useFormSetting()
  if (cells.length === 0) return null
  const hasSpans = cells.some(({ node }) => node.span !== undefined)
  return (
    <div className={join(styles.cells, hasSpans && styles.spans)}>
      {cells.map((cell) => (
        <div
          key={cell.path.join('.')}
          data-path={cell.path.join('.')}
          {...(hasSpans && { style: { gridColumnEnd: `span ${cell.node.span ?? 24}` } })}
        >
          <Field node={cell.node} path={cell.path} />
        </div>
      ))}
    </div>
  )
}

/** Whether it has fields of its own. */
function isGroup(node: FormNode): boolean {
  return (
    node.kind === 'object' ||
    (node.kind === 'union' && node.alternatives.some((alternative) => alternative.node?.kind === 'object'))
  )
}

interface AdvancedFieldsProps {
  readonly cells: readonly Cell[]
  /** Label of the toggle. */
  readonly title: string
  /** Always open, because a search matched a field inside. */
  readonly isForced: boolean
  readonly children: ReactNode
}

/** Rarely changed fields, collapsed, with the number of those that differ from their default. */
function AdvancedFields({ cells, title, isForced, children }: AdvancedFieldsProps) {
  const texts = useMessages(formTexts)
  const [isOpen, setOpen] = useState(false)
  const changed = useFormPart((state) =>
    cells.reduce((sum, { node, path }) => sum + countChanged(node, valueAt(state.value, path)), 0),
  )
  const hasFault = useFormPart((state) => cells.some(({ path }) => hasFaultWithin(state, path)))
  // It stays open after the error is fixed, because the user is typing in it.
  if (hasFault && !isOpen) setOpen(true)
  const isTarget = useContainsTarget(cells)
  const [wasTarget, setWasTarget] = useState(false)
  if (isTarget !== wasTarget) {
    setWasTarget(isTarget)
    if (isTarget) setOpen(true)
  }
  return (
    <ControlledDisclosure
      label={title}
      note={changed > 0 && <span className={styles.count}>{texts.changed(changed)}</span>}
      mustShow={isForced}
      isOpen={isOpen}
      onToggle={setOpen}
    >
      {children}
    </ControlledDisclosure>
  )
}
