import type { ReactNode } from 'react'
import { z } from 'zod'
import { FormBody, useContractForm } from '../../../api/index.ts'
import { Modal, TextField } from '../../../ui/index.ts'

interface NameDialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: string
  readonly label: string
  readonly initial?: string
  readonly hint?: ReactNode
  readonly save: string
  readonly cancel: string
  /** Called with a name that is not empty. */
  readonly onSave: (name: string) => void
  readonly children?: ReactNode
}

/** Asks for a name. */
export function NameDialog({ opened, onClose, title, children, ...form }: NameDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} size={440}>
      <NameForm {...form} onClose={onClose}>
        {children}
      </NameForm>
    </Modal>
  )
}

type NameFormProps = Omit<NameDialogProps, 'opened' | 'title'>

const NameToSave = z.object({ name: z.string().min(1) })

function NameForm({ onClose, label, initial = '', hint, save, cancel, onSave, children }: NameFormProps) {
  const form = useContractForm(NameToSave, {
    initial: { name: initial },
    toBody: ({ name }) => ({ name: name.trim() }),
    async submit({ name }) {
      onSave(name)
      onClose()
    },
  })
  return (
    <FormBody form={form} action={save} cancelLabel={cancel} onCancel={onClose}>
      <TextField
        required
        label={label}
        description={hint}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        {...form.input('name')}
      />
      {children}
    </FormBody>
  )
}
