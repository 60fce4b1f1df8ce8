import type { FormEvent, ReactNode } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { Button, Fields, Group, Modal, Stack } from '../../ui/index.ts'
import type { Item } from './list-draft.ts'
import { listMessages } from './list-messages.ts'

interface ListDialogProps<T> {
  /** Undefined: closed. */
  readonly edited: Item<T> | 'new' | undefined
  /** What a new one begins with. */
  readonly blank: T
  readonly titles: { readonly addTitle: string; readonly editTitle: string }
  readonly onClose: () => void
  /** The form; made anew for each opening, so that it begins with `start`. */
  readonly children: (start: T) => ReactNode
}

/** Where one element of a list is made or edited. */
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
    // A dialog's events bubble to the form that its component stands in.
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
