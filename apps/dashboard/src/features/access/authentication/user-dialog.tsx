import { ApiError, type AuthenticatorUser } from '@mqdeck/contract'
import { type FormEvent, useState } from 'react'
import { useChange, useErrorText } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { passwordMessages } from '../../../lib/password-messages.ts'
import { passwordFault } from '../../../lib/password-policy.ts'
import {
  Button,
  ErrorState,
  Fields,
  Group,
  Modal,
  PasswordField,
  Stack,
  SwitchField,
  TextField,
  toast,
} from '../../../ui/index.ts'
import { addUser, editUser } from './queries.ts'
import { userMessages } from './user-messages.ts'

interface UserDialogProps {
  /** Undefined while the dialog is closed. */
  readonly edited: AuthenticatorUser | 'new' | undefined
  /** ID of the authenticator. */
  readonly id: string
  /** Name of the field that identifies its users. */
  readonly idLabel: string
  readonly onClose: () => void
}

export function UserDialog({ edited, ...form }: UserDialogProps) {
  const texts = useMessages(userMessages)
  return (
    <Modal
      opened={edited !== undefined}
      onClose={form.onClose}
      title={edited === 'new' || edited === undefined ? texts.createUser : texts.editTitle(edited.user_id)}
      size={480}
    >
      {edited && <UserForm {...form} user={edited === 'new' ? undefined : edited} />}
    </Modal>
  )
}

interface UserFormProps extends Omit<UserDialogProps, 'edited'> {
  /** Undefined for a new user. */
  readonly user: AuthenticatorUser | undefined
}

function UserForm({ id, idLabel, user, onClose }: UserFormProps) {
  const texts = useMessages(userMessages)
  const passwordTexts = useMessages(passwordMessages)
  const describe = useErrorText()
  const add = useChange(addUser)
  const edit = useChange(editUser)
  const [userId, setUserId] = useState(user?.user_id ?? '')
  const [password, setPassword] = useState('')
  const [isSuperuser, setSuperuser] = useState(user?.is_superuser ?? false)
  const [isSubmitted, setSubmitted] = useState(false)
  const { error } = user ? edit : add
  const isTaken = error instanceof ApiError && error.code === 'ALREADY_EXISTS'
  const missing = (value: string, label: string) => (isSubmitted && value === '' ? texts.required(label) : undefined)
  // EMQX accepts any password here. This rule is only in the dashboard.
  const fault = passwordFault(password, '')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (userId === '' || fault !== undefined) return
    const settings = { id, user_id: userId, password, is_superuser: isSuperuser }
    const isDone = await (user ? edit : add).run(settings).then(
      () => true,
      () => false, // shown in the form
    )
    if (!isDone) return
    toast.success(user ? texts.savedNamed(userId) : texts.createdNamed(userId))
    onClose()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={5}>
        <Fields>
          {!user && (
            <TextField
              mono
              required
              label={idLabel}
              autoComplete="off"
              data-autofocus
              value={userId}
              onChange={(event) => {
                setUserId(event.currentTarget.value)
                add.reset()
              }}
              error={isTaken ? texts.idTaken : missing(userId, idLabel)}
            />
          )}
          <PasswordField
            label={texts.password}
            description={user ? `${texts.passwordHint} ${passwordTexts.policy}` : passwordTexts.policy}
            required
            autoComplete="new-password"
            {...(user && { 'data-autofocus': true })}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={isSubmitted && fault ? passwordTexts.faults[fault] : undefined}
          />
          <SwitchField
            label={texts.superuser}
            description={texts.superuserNote}
            checked={isSuperuser}
            onChange={setSuperuser}
          />
        </Fields>
        {error && !isTaken && <ErrorState title={describe(error)} />}
        <Group justify="end">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" variant="primary" loading={add.isRunning || edit.isRunning}>
            {user ? texts.save : texts.createUser}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
