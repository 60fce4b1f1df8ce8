import type { Ban } from '@mqdeck/contract'
import { useMessages } from '../../i18n/index.ts'
import { Modal } from '../../ui/index.ts'
import { BanForm } from './ban-form.tsx'
import type { KnownClient } from './known-client.ts'
import { messages } from './messages.ts'

/** A new ban, with or without a client to start from, or an existing ban to edit. */
export type BanSubject = { readonly client?: KnownClient | undefined } | { readonly ban: Ban }

interface BanDialogProps {
  /** Undefined while the dialog is closed. */
  readonly subject: BanSubject | undefined
  readonly onClose: () => void
}

/** Creates a ban or edits an existing one. */
export function BanDialog({ subject, onClose }: BanDialogProps) {
  const texts = useMessages(messages)
  const isEdit = subject !== undefined && 'ban' in subject
  return (
    <Modal
      opened={subject !== undefined}
      onClose={onClose}
      title={isEdit ? texts.editTitle : texts.newTitle}
      size={560}
    >
      {subject && <BanForm subject={subject} onClose={onClose} />}
    </Modal>
  )
}
