import { ApiError, type AuthenticatorUser } from '@mqdeck/contract'
import { type FormEvent, useState } from 'react'
import { useChange, useErrorText } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
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
} from '../../ui/index.ts'
import { addUser, editUser } from './queries.ts'
import { userMessages } from './user-messages.ts'

interface UserDialogProps {
  /** Undefined: closed. */
  readonly edited: AuthenticatorUser | 'new' | undefined
  /** The authenticator's id. */
  readonly id: string
  /** What its users are known by. */
  readonly idLabel: string
  readonly onClose: () => void
}

export function UserDialog({ edited, ...form }: UserDialogProps) {
  const texts = useMessages(userMessages)
  return (
    <Modal
      opened={edited !== undefined}
      onClose={form.onClose}
      title={edited === 'new' || edited === undefined ? texts.addTitle : texts.editTitle(edited.user_id)}
      size={480}
    >
      {edited && <UserForm {...form} user={edited === 'new' ? undefined : edited} />}
    </Modal>
  )
}

interface UserFormProps extends Omit<UserDialogProps, 'edited'> {
  /** Undefined: a new one. */
  readonly user: AuthenticatorUser | undefined
}

function UserForm({ id, idLabel, user, onClose }: UserFormProps) {
  const texts = useMessages(userMessages)
  const describe = useErrorText()
  const add = useChange(addUser)
  const edit = useChange(editUser)
  const [userId, setUserId] = useState(user?.user_id ?? '')
  const [password, setPassword] = useState('')
  const [isSuperuser, setSuperuser] = useState(user?.is_superuser ?? false)
  const [isTried, setTried] = useState(false)
  const { error } = user ? edit : add
  const isTaken = error instanceof ApiError && error.code === 'ALREADY_EXISTS'
  const missing = (value: string) => (isTried && value === '' ? texts.faults.required : undefined)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (userId === '' || password === '') return
    const wanted = { id, user_id: userId, password, is_superuser: isSuperuser }
    const isDone = await (user ? edit : add).run(wanted).then(
      () => true,
      () => false, // shown in the form
    )
    if (!isDone) return
    toast.success(user ? texts.saved(userId) : texts.added(userId))
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
              error={isTaken ? texts.faults.taken : missing(userId)}
            />
          )}
          <PasswordField
            label={texts.password}
            description={user && texts.passwordAgain}
            required
            autoComplete="new-password"
            {...(user && { 'data-autofocus': true })}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={missing(password)}
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
            {user ? texts.save : texts.create}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
