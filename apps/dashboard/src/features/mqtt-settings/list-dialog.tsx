import type { ReactNode } from 'react'
import { Modal } from '../../ui/index.ts'
import type { ListItem } from './list-draft.ts'

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
