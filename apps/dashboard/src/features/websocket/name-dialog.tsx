import { type FormEvent, type ReactNode, useState } from 'react'
import { Button, Group, Modal, Stack, TextField } from '../../ui/index.ts'

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

function NameForm({ onClose, label, initial = '', hint, save, cancel, onSave, children }: NameFormProps) {
  const [name, setName] = useState(initial)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return
    onSave(name.trim())
    onClose()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4}>
        <TextField
          required
          label={label}
          description={hint}
          value={name}
          maxLength={60}
          autoComplete="off"
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {children}
        <Group justify="end">
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" variant="primary" disabled={name.trim() === ''}>
            {save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
