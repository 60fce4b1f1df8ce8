import type { Ban } from '@mqdeck/contract'
import { useMessages } from '../i18n/index.ts'
import { Modal } from '../ui/index.ts'
import { BanForm } from './ban-form.tsx'
import type { KnownClient } from './known-client.ts'
import { messages } from './messages.ts'

/** A new ban, of a client that is known or of anybody, or one that is to be changed. */
export type BanSubject = { readonly client?: KnownClient | undefined } | { readonly ban: Ban }

interface BanDialogProps {
  /** Undefined: closed. */
  readonly subject: BanSubject | undefined
  readonly onClose: () => void
}

/** Where clients are banned, and bans changed. */
export function BanDialog({ subject, onClose }: BanDialogProps) {
  const texts = useMessages(messages)
  const isChange = subject !== undefined && 'ban' in subject
  return (
    <Modal
      opened={subject !== undefined}
      onClose={onClose}
      title={isChange ? texts.changeTitle : texts.newTitle}
      size={560}
    >
      {subject && <BanForm subject={subject} onClose={onClose} />}
    </Modal>
  )
}
