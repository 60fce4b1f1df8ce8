import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { valueAt } from '../../lib/json-path.ts'
import { countChanged } from '../count-changed.ts'
import type { Cell } from '../form-context.ts'
import { hasFaultWithin } from '../form-store.ts'
import { formTexts } from '../messages.ts'
import { useFormPart, useIsSought } from '../use-field.ts'
import styles from './object.module.css'

interface AdvancedFieldsProps {
  readonly cells: readonly Cell[]
  /** On the line that opens them. */
  readonly title: string
  /** Open whatever the user chose: a search has found something in it. */
  readonly isForced: boolean
  readonly children: ReactNode
}

/** Fields that are hardly ever touched: closed, with the number of those that are not at their default. */
export function AdvancedFields({ cells, title, isForced, children }: AdvancedFieldsProps) {
  const texts = useMessages(formTexts)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const changed = useFormPart((state) =>
    cells.reduce((sum, { node, path }) => sum + countChanged(node, valueAt(state.value, path)), 0),
  )
  const hasFault = useFormPart((state) => cells.some(({ path }) => hasFaultWithin(state, path)))
  // It stays open when the fault is mended: somebody is typing in it.
  if (hasFault && !isOpen) setOpen(true)
  const isSought = useIsSought(cells)
  const [wasSought, setWasSought] = useState(false)
  if (isSought !== wasSought) {
    setWasSought(isSought)
    if (isSought) setOpen(true)
  }
  const isShown = isOpen || isForced
  return (
    <div>
      <button
        type="button"
        className={styles.disclosure}
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => setOpen(!isShown)}
      >
        <IconChevronRight size={16} aria-hidden className={styles.chevron} />
        {title}
        {changed > 0 && <span className={styles.count}>{texts.changed(changed)}</span>}
      </button>
      <div id={id} className={styles.disclosed} hidden={!isShown}>
        {isShown && children}
      </div>
    </div>
  )
}
