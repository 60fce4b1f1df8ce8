import { type ReactNode, useEffect, useRef } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { Button } from '../buttons/button.tsx'
import { preloadDiff } from '../diff/diff-view.tsx'
import { join } from '../layout/layout.tsx'
import { focusInvalid } from './focus-invalid.ts'
import styles from './form-bar.module.css'
import { formMessages } from './form-messages.ts'

/** An invalid field, as a link in the bar. */
export interface InvalidField {
  readonly id: string
  readonly label: string
  /** Focuses the field. */
  readonly onShow: () => void
}

export interface FormBarProps {
  /** Number of unsaved changes. The bar is hidden without any. */
  readonly changes: number
  /** The item is new: it can be saved without changes. */
  readonly isNew?: boolean
  readonly onDiscard: () => void
  /** Shows the differences; without it the button is hidden. */
  readonly onReview?: (() => void) | undefined
  /** Validates, because the button can be pressed with invalid fields. */
  readonly onSave: () => void
  readonly saving?: boolean
  /** A problem such as "2 invalid fields". */
  readonly problem?: string | undefined
  /** Links to them. `onSave` focuses the first; unless given, the bar does, if there is a problem. */
  readonly invalid?: readonly InvalidField[] | undefined
  /** Why saving has to wait. Only this disables the button. */
  readonly blocked?: string | undefined
  /** Buttons before the save button, shown without changes too, such as a test. */
  readonly extra?: ReactNode
  /** "Save" unless given. */
  readonly saveLabel?: string
}

/** More links than this would fill the bar. */
const maxLinks = 3

/** Actions for the changes in a long form, always visible at its end. The last child of the form. */
export function FormBar({
  changes,
  isNew = false,
  onDiscard,
  onReview,
  onSave,
  saving = false,
  problem,
  invalid,
  blocked,
  extra,
  saveLabel,
}: FormBarProps) {
  const texts = useMessages(formMessages)
  const place = useRef<HTMLDivElement>(null)
  const canSave = changes > 0 || saving || isNew
  const isShown = canSave || extra !== undefined
  useEffect(() => {
    if (canSave) preloadDiff()
  }, [canSave])
  const save = () => {
    const isFocused = problem !== undefined && !invalid && focusInvalid(place.current?.parentElement)
    if (!isFocused) onSave()
  }
  return (
    // Always rendered, so that screen readers announce changes.
    <div ref={place} className={styles.place}>
      <div className={join(isShown && styles.bar)}>
        <div className={join(isShown && styles.text)} role="status">
          {changes > 0 && <span>{texts.unsavedChanges(changes)}</span>}
          {blocked !== undefined && <span className={styles.blocked}>{blocked}</span>}
          {problem !== undefined && <span className={styles.problem}>{problem}</span>}
          {invalid?.slice(0, maxLinks).map(({ id, label, onShow }) => (
            <button key={id} type="button" className={styles.problem} onClick={onShow}>
              {label}
            </button>
          ))}
        </div>
        {isShown && (
          <div className={styles.buttons}>
            {canSave && (changes > 0 || !isNew) && (
              <>
                <Button variant="subtle" onClick={onDiscard} disabled={saving}>
                  {texts.discard}
                </Button>
                {onReview && <Button onClick={onReview}>{texts.review}</Button>}
              </>
            )}
            {extra}
            {canSave && (
              <Button variant="primary" loading={saving} disabled={blocked !== undefined} onClick={save}>
                {saveLabel ?? texts.save}
              </Button>
            )}
          </div>
        )}
      </div>
    </div>
  )
}
