import { PasswordChange, type User } from '@mqdeck/contract'
import { FormBody, useChange, useContractForm } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { passwordMessages } from '../../lib/access/password-messages.ts'
import { passwordFault } from '../../lib/access/password-policy.ts'
import { CodeBlock, Modal, PasswordField, PasswordStrength, toast } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { changePasswordOf } from './queries.ts'

interface PasswordDialogProps {
  /** Undefined while the dialog is closed. */
  readonly user: User | undefined
  readonly onClose: () => void
}

/** Changes the password of another user. The API requires the current password of that user, even from administrators. */
export function PasswordDialog({ user, onClose }: PasswordDialogProps) {
  const texts = useMessages(messages)
  return (
    <Modal opened={user !== undefined} onClose={onClose} title={texts.passwordTitle(user?.username ?? '')} size={480}>
      {user && <PasswordForm username={user.username} onClose={onClose} />}
    </Modal>
  )
}

interface PasswordFormProps {
  readonly username: string
  readonly onClose: () => void
}

function PasswordForm({ username, onClose }: PasswordFormProps) {
  const texts = useMessages(messages)
  const policy = useMessages(passwordMessages)
  const change = useChange(changePasswordOf)
  const form = useContractForm(PasswordChange, {
    initial: { old: '', fresh: '', repeated: '' },
    toBody: ({ old, fresh }) => ({ old_pwd: old, new_pwd: fresh }),
    fieldOf: { old_pwd: 'old', new_pwd: 'fresh' },
    check({ old, fresh, repeated }) {
      const fault = passwordFault(fresh, old)
      return {
        old: old === '' && policy.faults.required,
        fresh: fault && policy.faults[fault],
        repeated: repeated !== fresh && policy.mismatch,
      }
    },
    async submit(_body, { old, fresh }) {
      await change.run({ username, old, fresh })
      toast.success(texts.passwordChanged(username))
      onClose()
    },
  })
  return (
    <FormBody form={form} action={texts.changePassword} onCancel={onClose}>
      <p>{texts.passwordNote}</p>
      <CodeBlock code={`mqdeck reset-password ${username}`} wrap />
      <PasswordField label={texts.oldPassword} autoComplete="off" data-autofocus {...form.input('old')} />
      <PasswordField
        label={policy.newPassword}
        description={policy.policy}
        autoComplete="new-password"
        {...form.input('fresh')}
      />
      <PasswordStrength password={form.values.fresh} />
      <PasswordField label={policy.repeat} autoComplete="new-password" {...form.input('repeated')} />
    </FormBody>
  )
}
