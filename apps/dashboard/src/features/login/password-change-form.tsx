import { PasswordChange } from '@mqdeck/contract'
import { FormBody, useChange, useConnection, useContractForm } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { passwordMessages } from '../../lib/access/password-messages.ts'
import { passwordFault } from '../../lib/access/password-policy.ts'
import { PasswordField, PasswordStrength } from '../../ui/index.ts'
import { loginMessages } from './messages.ts'
import { changeOwnPassword } from './queries.ts'

export interface PasswordChangeFormProps {
  readonly username: string
  /** The current password, if it was just typed; otherwise the form asks for it. */
  readonly knownPassword?: string
  readonly cancelLabel?: string
  readonly onCancel: () => void
  /** Called after the change, when the server has revoked all tokens of the user. */
  readonly onChanged: (newPassword: string) => void
}

/** Form for a new password, typed twice. */
export function PasswordChangeForm({
  username,
  knownPassword,
  cancelLabel,
  onCancel,
  onChanged,
}: PasswordChangeFormProps) {
  const texts = useMessages(loginMessages)
  const policy = useMessages(passwordMessages)
  const { session } = useConnection()
  const change = useChange(changeOwnPassword)
  const form = useContractForm(PasswordChange, {
    initial: { old: knownPassword ?? '', newPassword: '', repeated: '' },
    toBody: ({ old, newPassword }) => ({ old_pwd: old, new_pwd: newPassword }),
    fieldOf: { old_pwd: 'old', new_pwd: 'newPassword' },
    check({ old, newPassword, repeated }) {
      const fault = passwordFault(newPassword, old)
      return {
        old: old === '' && texts.passwordRequired,
        newPassword: fault && policy.faults[fault],
        repeated: repeated !== newPassword && policy.mismatch,
      }
    },
    async submit(_body, { old, newPassword }) {
      session.expect('password')
      try {
        await change.run({ username, old, newPassword })
      } catch (error) {
        session.expect(undefined)
        throw error
      }
      onChanged(newPassword)
    },
  })
  return (
    <FormBody form={form} action={texts.change} onCancel={onCancel} cancelLabel={cancelLabel ?? texts.cancel}>
      {/* The username for password managers. */}
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      {knownPassword === undefined && (
        <PasswordField
          label={texts.oldPassword}
          autoComplete="current-password"
          data-autofocus
          {...form.input('old')}
        />
      )}
      <PasswordField
        label={policy.newPassword}
        description={policy.policy}
        autoComplete="new-password"
        autoFocus={knownPassword !== undefined}
        {...form.input('newPassword')}
      />
      <PasswordStrength password={form.values.newPassword} />
      <PasswordField label={policy.repeat} autoComplete="new-password" {...form.input('repeated')} />
    </FormBody>
  )
}
