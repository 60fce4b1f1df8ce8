import { useForm, useWatch } from 'react-hook-form'
import { useChange, useErrorText } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { passwordMessages } from '../../lib/password-messages.ts'
import { passwordFault } from '../../lib/password-policy.ts'
import { Button, ErrorState, Group, PasswordField, PasswordStrength, Stack } from '../../ui/index.ts'
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

interface Values {
  readonly old: string
  readonly newPassword: string
  readonly repeated: string
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
  const describe = useErrorText()
  const change = useChange(changeOwnPassword)
  const { register, handleSubmit, formState, getValues, control } = useForm<Values>({
    defaultValues: { old: knownPassword ?? '', newPassword: '', repeated: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ old, newPassword }) => {
    try {
      await change.run({ username, old, newPassword })
    } catch {
      // The error is shown below, from change.error.
      return
    }
    onChanged(newPassword)
  })
  const checkNewPassword = (newPassword: string) => {
    const fault = passwordFault(newPassword, getValues('old'))
    return fault === undefined || policy.faults[fault]
  }
  return (
    <form onSubmit={submit} noValidate>
      {/* The username for password managers. */}
      <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
      <Stack gap={4}>
        {knownPassword === undefined && (
          <PasswordField
            label={texts.oldPassword}
            autoComplete="current-password"
            error={errors.old?.message}
            data-autofocus
            {...register('old', { required: texts.passwordRequired })}
          />
        )}
        <PasswordField
          label={policy.newPassword}
          description={policy.policy}
          autoComplete="new-password"
          autoFocus={knownPassword !== undefined}
          error={errors.newPassword?.message}
          {...register('newPassword', { validate: checkNewPassword })}
        />
        <PasswordStrength password={useWatch({ control, name: 'newPassword' })} />
        <PasswordField
          label={policy.repeat}
          autoComplete="new-password"
          error={errors.repeated?.message}
          {...register('repeated', {
            validate: (repeated) => repeated === getValues('newPassword') || policy.mismatch,
          })}
        />
        {change.error && <ErrorState title={describe(change.error)} />}
        <Group justify="end">
          <Button onClick={onCancel}>{cancelLabel ?? texts.cancel}</Button>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {texts.change}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
