import { type ReactNode, useEffect } from 'react'
import { useMessages } from '../i18n/index.ts'
import { Button } from './button.tsx'
import { preloadDiff } from './diff-view.tsx'
import styles from './form-bar.module.css'
import { formMessages } from './form-messages.ts'

export interface FormBarProps {
  /** Number of unsaved changes. The bar is hidden without any. */
  readonly changes: number
  /** The item is new: it can be saved without changes. */
  readonly isNew?: boolean
  readonly onDiscard: () => void
  /** Shows the differences; without it the button is hidden. */
  readonly onReview?: (() => void) | undefined
  /** Not needed inside a `<form>`, which is submitted. */
  readonly onSave?: (() => void) | undefined
  readonly saving?: boolean
  /** Why saving is not possible: "2 fields need attention". */
  readonly problem?: string | undefined
  /** Focuses the first of them. */
  readonly onShowProblem?: (() => void) | undefined
  /** Buttons before the save button, shown without changes too, such as a test. */
  readonly extra?: ReactNode
  /** "Save" unless given. */
  readonly saveLabel?: string
}

/** Actions for the changes in a long form, always visible at its end. The last child of the form. */
export function FormBar({
  changes,
  isNew = false,
  onDiscard,
  onReview,
  onSave,
  saving = false,
  problem,
  onShowProblem,
  extra,
  saveLabel,
}: FormBarProps) {
  const texts = useMessages(formMessages)
  const canSave = changes > 0 || saving || isNew
  const isShown = canSave || extra !== undefined
  useEffect(() => {
    if (canSave) preloadDiff()
  }, [canSave])
  return (
    // Always rendered, so that screen readers announce changes.
    <div className={styles.place}>
      {isShown && (
        <div className={styles.bar}>
          <div className={styles.text} role="status">
            {changes > 0 && <span>{texts.unsavedChanges(changes)}</span>}
            {problem !== undefined &&
              (onShowProblem ? (
                <button type="button" className={styles.problem} onClick={onShowProblem}>
                  {problem}
                </button>
              ) : (
                <span className={styles.problem}>{problem}</span>
              ))}
          </div>
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
              <Button
                variant="primary"
                type={onSave ? 'button' : 'submit'}
                loading={saving}
                disabled={problem !== undefined}
                {...(onSave && { onClick: onSave })}
              >
                {saveLabel ?? texts.save}
              </Button>
            )}
          </div>
        </div>
      )}
    </div>
  )
}
