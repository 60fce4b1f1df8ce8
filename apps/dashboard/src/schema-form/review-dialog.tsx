import { useSyncExternalStore } from 'react'
import { useMessages } from '../i18n/index.ts'
import { Button, DiffView, Modal, Notice, Stack } from '../ui/index.ts'
import { hideSecrets } from './hidden-secrets.ts'
import { toJsonText } from './json-text.ts'
import { formTexts } from './messages.ts'
import type { SchemaFormControl } from './use-schema-form.ts'

interface ReviewDialogProps {
  readonly form: SchemaFormControl
  readonly opened: boolean
  readonly onClose: () => void
  /** If missing, the dialog is read-only. */
  readonly onSave: (() => void) | undefined
  readonly saving: boolean
  /** Whether the changed object is in use. */
  readonly isRunning: boolean
  /** Shown first. */
  readonly warning: string | undefined
}

/** The changes that saving would make, as a text diff. */
export function ReviewDialog({ form, opened, onClose, onSave, saving, isRunning, warning }: ReviewDialogProps) {
  const texts = useMessages(formTexts)
  const { model, initial } = useSyncExternalStore(form.store.subscribe, form.store.get)
  const footer = (
    <>
      <Button onClick={onClose}>{texts.back}</Button>
      {onSave && (
        <Button variant="primary" onClick={onSave} loading={saving} data-autofocus>
          {texts.save}
        </Button>
      )}
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
