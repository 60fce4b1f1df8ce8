import { type ReactNode, useContext, useState } from 'react'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { valueAt } from '../../lib/json-path.ts'
import { ControlledDisclosure } from '../../ui/disclosure.tsx'
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
 * Fields in columns, then groups, in any declared order. Advanced fields are collapsed together, advanced groups each
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
      <CellGrid cells={simple.filter((cell) => !isClosed(cell))} />
      {advanced.length > 0 && (
        <AdvancedFields
          cells={advanced}
          title={title === undefined ? texts.advanced : texts.advancedOf(title)}
          isForced={isForced}
        >
          <CellGrid cells={advanced} />
        </AdvancedFields>
      )}
      <CellGrid cells={groups.filter((cell) => !isClosed(cell))} />
      {groups.filter(isClosed).map((cell) => (
        <AdvancedFields key={cell.path.join('.')} cells={[cell]} title={cell.node.label[locale]} isForced={isForced}>
          <Field node={cell.node} path={cell.path} isBare />
        </AdvancedFields>
      ))}
    </div>
  )
}

function CellGrid({ cells }: { readonly cells: readonly Cell[] }): ReactNode {
  const { Field, inherited } = useFormSetting()
  if (cells.length === 0) return null
  // Inherited values are shown as text.
  const isSwitch = ({ node }: Cell) => node.kind === 'switch' && inherited === undefined
  const show = (cell: Cell) => (
    <div
      key={cell.path.join('.')}
      data-path={cell.path.join('.')}
      className={isSwitch(cell) ? styles.switch : isWide(cell.node) ? styles.wide : ''}
    >
      <Field node={cell.node} path={cell.path} />
    </div>
  )
  return (
    <div className={styles.grid}>
      {groupConsecutive(cells, isSwitch).map((run) =>
        run.length === 1 ? (
          run.map(show)
        ) : (
          <div key={`${run[0]?.path.join('.')} and more`} className={styles.switches}>
            {run.map(show)}
          </div>
        ),
      )}
    </div>
  )
}

/** Consecutive items for which `is` holds together, all others alone. */
function groupConsecutive<T>(items: readonly T[], is: (item: T) => boolean): readonly (readonly T[])[] {
  const found: T[][] = []
  for (const item of items) {
    const last = found.at(-1)
    if (last?.[0] !== undefined && is(last[0]) && is(item)) last.push(item)
    else found.push([item])
  }
  return found
}

/** Whether it has fields of its own. */
function isGroup(node: FormNode): boolean {
  return (
    node.kind === 'object' ||
    (node.kind === 'union' && node.alternatives.some((alternative) => alternative.node?.kind === 'object'))
  )
}

function isWide(node: FormNode): boolean {
  if (node.kind === 'union')
    return node.alternatives.some((alternative) => alternative.node !== undefined && isWide(alternative.node))
  if (node.kind === 'list') return isWide(node.item)
  return ['object', 'table', 'map', 'template', 'sql', 'acl', 'pem', 'json'].includes(node.kind)
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
