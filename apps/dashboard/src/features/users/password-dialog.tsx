import type { User } from '@mqdeck/contract'
import { useForm, useWatch } from 'react-hook-form'
import { useChange, useErrorText } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { passwordMessages } from '../../lib/password-messages.ts'
import { passwordFault } from '../../lib/password-policy.ts'
import {
  Button,
  CodeBlock,
  ErrorState,
  Group,
  Modal,
  PasswordField,
  PasswordStrength,
  Stack,
  toast,
} from '../../ui/index.ts'
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
  const describe = useErrorText()
  const change = useChange(changePasswordOf)
  const { register, control, handleSubmit, formState, getValues } = useForm({
    defaultValues: { old: '', fresh: '', repeated: '' },
  })
  const { errors, isSubmitting } = formState
  const checkFresh = (fresh: string) => {
    const fault = passwordFault(fresh, getValues('old'))
    return fault === undefined || policy.faults[fault]
  }
  const submit = handleSubmit(async ({ old, fresh }) => {
    try {
      await change.run({ username, old, fresh })
    } catch {
      // Shown below, from change.error.
      return
    }
    toast.success(texts.passwordChanged(username))
    onClose()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4}>
        <p>{texts.passwordNote}</p>
        <CodeBlock code={`mqdeck reset-password ${username}`} wrap />
        <PasswordField
          label={texts.oldPassword}
          autoComplete="off"
          data-autofocus
          error={errors.old?.message}
          {...register('old', { required: policy.faults.required })}
        />
        <PasswordField
          label={policy.newPassword}
          description={policy.policy}
          autoComplete="new-password"
          error={errors.fresh?.message}
          {...register('fresh', { validate: checkFresh })}
        />
        <PasswordStrength password={useWatch({ control, name: 'fresh' })} />
        <PasswordField
          label={policy.repeat}
          autoComplete="new-password"
          error={errors.repeated?.message}
          {...register('repeated', { validate: (repeated) => repeated === getValues('fresh') || policy.mismatch })}
        />
        {change.error && <ErrorState title={describe(change.error)} />}
        <Group justify="end">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {texts.changePassword}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
