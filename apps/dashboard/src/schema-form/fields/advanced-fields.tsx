import { type ReactNode, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { valueAt } from '../../lib/json-path.ts'
import { ControlledDisclosure } from '../../ui/disclosure.tsx'
import { countChanged } from '../count-changed.ts'
import type { Cell } from '../form-context.ts'
import { hasFaultWithin } from '../form-store.ts'
import { formTexts } from '../messages.ts'
import { useContainsTarget, useFormPart } from '../use-field.ts'
import styles from './object.module.css'

interface AdvancedFieldsProps {
  readonly cells: readonly Cell[]
  /** Label of the toggle. */
  readonly title: string
  /** Always open, because a search matched a field inside. */
  readonly isForced: boolean
  readonly children: ReactNode
}

/** Rarely changed fields, collapsed, with the number of those that differ from their default. */
export function AdvancedFields({ cells, title, isForced, children }: AdvancedFieldsProps) {
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
