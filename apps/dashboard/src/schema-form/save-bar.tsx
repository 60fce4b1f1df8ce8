import { useState, useSyncExternalStore } from 'react'
import { useErrorText } from '../api/index.ts'
import { useLocale, useMessages } from '../i18n/index.ts'
import { Button, DiffView, FormBar, Modal, Notice, Stack, useUnsavedChangesGuard } from '../ui/index.ts'
import { toJsonText } from './json-text.ts'
import { formTexts } from './messages.ts'
import type { OutsideChange } from './outside-change.tsx'
import type { Problem, SchemaFormProps } from './schema-form.tsx'
import { same, type Text } from './texts.ts'
import { nodeAt } from './unions.ts'
import { type SchemaFormControl, useFormState } from './use-schema-form.ts'
import { useTest } from './use-test.tsx'
import { hideSecrets, sameValue } from './values.ts'

interface SaveBarProps extends SchemaFormProps {
  readonly onSave: NonNullable<SchemaFormProps['onSave']>
  readonly onProblem: (problem: Problem | undefined) => void
  readonly onShowFault: () => void
  readonly onShowField: (path: string) => void
  readonly onOutside: (change: OutsideChange | undefined) => void
}

/** The bar of a form: number of changes, review, save, and the server's response. */
export function SaveBar(props: SaveBarProps) {
  const {
    form,
    onSave,
    onProblem,
    onShowFault,
    onShowField,
    onOutside,
    current,
    confirmDiff = false,
    guard = true,
    saveLabel,
    isNew = false,
  } = props
  const texts = useMessages(formTexts)
  const describe = useErrorText()
  const locale = useLocale()
  const { changes, isDirty, faults } = useFormState(form)
  const [isReviewing, setReviewing] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const test = useTest({ form, onTest: props.onTest, onProblem, onShowFault })

  const { tryOut } = props
  const onTryOut = () => {
    const value = form.submit()
    if (value === undefined) onShowFault()
    else tryOut?.onTry(value)
  }
  // Saved settings can be tried elsewhere.
  const tryOutButton = tryOut && (isDirty || isNew) && <Button onClick={onTryOut}>{tryOut.label}</Button>
  const extra = (test || tryOutButton) && (
    <>
      {tryOutButton}
      {test}
    </>
  )
  const send = async () => {
    const value = form.submit()
    if (value === undefined) {
      setReviewing(false)
      return onShowFault()
    }
    onProblem(undefined)
    setSaving(true)
    try {
      await onSave(value, changes)
      form.markSaved()
    } catch (error) {
      // Shown at its field if it has one, otherwise above the form.
      if (!form.refuse(error)) onProblem({ text: describe(error) })
      onShowFault()
    } finally {
      setSaving(false)
      setReviewing(false)
    }
  }
  /** Merges changes of the server; returns false if there are none, or no response. */
  const isOutdated = async () => {
    if (!current) return false
    const { model, initial } = form.store.get()
    const theirs = await current()
    if (sameValue(model, theirs, initial)) return false
    form.store.rebase(theirs)
    onOutside({ before: hideSecrets(model, initial), after: hideSecrets(model, theirs) })
    return true
  }
  const save = async () => {
    if (form.submit() === undefined) {
      setReviewing(false)
      return onShowFault()
    }
    setSaving(true)
    try {
      if (await isOutdated()) return setReviewing(false)
    } catch (error) {
      setReviewing(false)
      return onProblem({ text: describe(error) })
    } finally {
      setSaving(false)
    }
    onOutside(undefined)
    const warning = props.warning?.(changes, form.wireValue(), form.store.get().initial)
    // A single changed field is visible, so only a warning needs a confirmation.
    if (confirmDiff && !isReviewing && (changes.length > 1 || warning !== undefined)) setReviewing(true)
    else await send()
  }
  return (
    <>
      {guard && <Guard isDirty={isDirty && !isSaving} />}
      <FormBar
        changes={changes.length}
        isNew={isNew}
        saving={isSaving}
        onDiscard={() => {
          onProblem(undefined)
          form.reset()
        }}
        onReview={() => setReviewing(true)}
        onSave={() => void save()}
        problem={faults.length > 0 ? texts.invalidFields(faults.length) : undefined}
        invalid={faults.map((path) => ({
          id: path,
          label: labelOf(form, path)[locale],
          onShow: () => onShowField(path),
        }))}
        {...(extra && { extra })}
        {...(saveLabel !== undefined && { saveLabel })}
      />
      <ReviewDialog
        form={form}
        opened={isReviewing}
        onClose={() => setReviewing(false)}
        onSave={() => void save()}
        saving={isSaving}
        isRunning={confirmDiff}
        warning={isReviewing ? props.warning?.(changes, form.wireValue(), form.store.get().initial) : undefined}
      />
    </>
  )
}

function labelOf({ store }: SchemaFormControl, path: string): Text {
  const { model, value } = store.get()
  return nodeAt(model, path === '' ? [] : path.split('.'), value)?.label ?? same(path)
}

/** A separate component, because it needs a router, which a form in a dialog may not have. */
function Guard({ isDirty }: { readonly isDirty: boolean }) {
  useUnsavedChangesGuard(isDirty)
  return null
}

interface ReviewDialogProps {
  readonly form: SchemaFormControl
  readonly opened: boolean
  readonly onClose: () => void
  readonly onSave: () => void
  readonly saving: boolean
  /** Whether the changed object is in use. */
  readonly isRunning: boolean
  /** Shown first. */
  readonly warning: string | undefined
}

/** The changes that saving would make, as a text diff. */
function ReviewDialog({ form, opened, onClose, onSave, saving, isRunning, warning }: ReviewDialogProps) {
  const texts = useMessages(formTexts)
  const { model, initial } = useSyncExternalStore(form.store.subscribe, form.store.get)
  const footer = (
    <>
      <Button onClick={onClose}>{texts.back}</Button>
      <Button variant="primary" onClick={onSave} loading={saving} data-autofocus>
        {texts.save}
      </Button>
    </>
  )
  return (
    <Modal opened={opened} onClose={onClose} title={texts.reviewTitle} size={960} footer={footer}>
      {opened && (
        <Stack gap={3}>
          {warning !== undefined ? (
            <Notice tone="amber">{warning}</Notice>
          ) : (
            isRunning && <Notice>{texts.reviewNote}</Notice>
          )}
          <DiffView
            before={toJsonText(hideSecrets(model, initial))}
            after={toJsonText(hideSecrets(model, form.wireValue()))}
            beforeTitle={texts.before}
            afterTitle={texts.after}
          />
        </Stack>
      )}
    </Modal>
  )
}
