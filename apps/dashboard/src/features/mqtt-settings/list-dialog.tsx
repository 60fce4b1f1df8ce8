import type { FormEvent, ReactNode } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { Button, Fields, Group, Modal, Stack } from '../../ui/index.ts'
import type { ListItem } from './list-draft.ts'
import { listMessages } from './list-messages.ts'

interface ListDialogProps<T> {
  /** Undefined while the dialog is closed. */
  readonly edited: ListItem<T> | 'new' | undefined
  /** Initial value of a new item. */
  readonly blank: T
  readonly titles: { readonly addTitle: string; readonly editTitle: string }
  readonly onClose: () => void
  /** The form, with its initial value. It is mounted each time the dialog opens. */
  readonly children: (initial: T) => ReactNode
}

/** Dialog to add or edit a list item. */
export function ListDialog<T>({ edited, blank, titles, onClose, children }: ListDialogProps<T>) {
  return (
    <Modal
      opened={edited !== undefined}
      onClose={onClose}
      title={edited === 'new' ? titles.addTitle : titles.editTitle}
      size={560}
    >
      {edited && children(edited === 'new' ? blank : edited.value)}
    </Modal>
  )
}

interface ListDialogFormProps {
  readonly onSubmit: () => void
  readonly onClose: () => void
  readonly children: ReactNode
}

export function ListDialogForm({ onSubmit, onClose, children }: ListDialogFormProps) {
  const texts = useMessages(listMessages)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React events of a dialog bubble to a form that contains its component.
    event.stopPropagation()
    onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={5}>
        <Fields>{children}</Fields>
        <Group justify="end">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary">
            {texts.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
