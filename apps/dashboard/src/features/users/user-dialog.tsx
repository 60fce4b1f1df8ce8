import { ApiError, type User } from '@mqdeck/contract'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useChange, useConnection, useErrorText, useHasRoles } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { passwordMessages } from '../../lib/password-messages.ts'
import { passwordFault } from '../../lib/password-policy.ts'
import {
  Button,
  ErrorState,
  Group,
  Modal,
  PasswordField,
  PasswordStrength,
  RadioField,
  Stack,
  TextField,
  toast,
} from '../../ui/index.ts'
import { messages } from './messages.ts'
import { addUser, editUser } from './queries.ts'
import { isUsername, objectionToRole, type Role, roles, type UserContext } from './user-rules.ts'

interface UserDialogProps {
  /** Undefined while the dialog is closed. */
  readonly edited: User | 'new' | undefined
  readonly context: UserContext
  readonly onClose: () => void
}

export function UserDialog({ edited, context, onClose }: UserDialogProps) {
  const texts = useMessages(messages)
  const isNew = edited === 'new'
  return (
    <Modal
      opened={edited !== undefined}
      onClose={onClose}
      title={edited === undefined || isNew ? texts.createUser : texts.editTitle(edited.username)}
      size={480}
    >
      {isNew && <CreateForm context={context} onClose={onClose} />}
      {edited && !isNew && <EditForm user={edited} context={context} onClose={onClose} />}
    </Modal>
  )
}

interface FormProps {
  readonly context: UserContext
  readonly onClose: () => void
}

interface NewValues {
  readonly username: string
  readonly password: string
  readonly repeated: string
  readonly role: Role
  readonly description: string
}

const emptyValues: NewValues = { username: '', password: '', repeated: '', role: 'viewer', description: '' }

function CreateForm({ context, onClose }: FormProps) {
  const texts = useMessages(messages)
  const policy = useMessages(passwordMessages)
  const add = useChange(addUser)
  const hasRoles = useHasRoles()
  const { register, control, handleSubmit, formState, getValues, setError } = useForm({ defaultValues: emptyValues })
  const { errors, isSubmitting } = formState
  const checkName = (username: string) => {
    if (username === '') return texts.faults.usernameRequired
    if (!isUsername(username)) return texts.faults.username
    return context.users.every((user) => user.username !== username) || texts.faults.usernameTaken
  }
  const checkPassword = (password: string) => {
    const fault = passwordFault(password, '')
    return fault === undefined || policy.faults[fault]
  }
  const submit = handleSubmit(async ({ username, password, role, description }) => {
    try {
      await add.run({ username, password, description, ...(hasRoles && { role }) })
    } catch (error) {
      // Another user may have created it meanwhile. Other errors are shown below, from add.error.
      if (isTaken(error)) setError('username', { message: texts.faults.usernameTaken }, { shouldFocus: true })
      return
    }
    toast.success(texts.createdNamed(username))
    onClose()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4}>
        <TextField
          label={texts.username}
          description={texts.usernameRule}
          required
          mono
          autoComplete="off"
          data-autofocus
          error={errors.username?.message}
          {...register('username', { validate: checkName })}
        />
        <PasswordField
          label={texts.password}
          description={policy.policy}
          required
          autoComplete="new-password"
          error={errors.password?.message}
          {...register('password', { validate: checkPassword })}
        />
        <PasswordStrength password={useWatch({ control, name: 'password' })} />
        <PasswordField
          label={texts.repeatPassword}
          required
          autoComplete="new-password"
          error={errors.repeated?.message}
          {...register('repeated', {
            validate: (repeated) => repeated === getValues('password') || policy.mismatch,
          })}
        />
        {hasRoles && (
          <Controller
            control={control}
            name="role"
            render={({ field: { value, onChange } }) => <RoleField value={value} onChange={onChange} />}
          />
        )}
        <TextField label={texts.note} autoComplete="off" {...register('description')} />
        <Failure error={add.error && !isTaken(add.error) ? add.error : undefined} />
        <Buttons label={texts.createUser} isRunning={isSubmitting} onCancel={onClose} />
      </Stack>
    </form>
  )
}

const isTaken = (error: unknown) => error instanceof ApiError && error.message === 'username_already_exists'

function EditForm({ user, context, onClose }: FormProps & { readonly user: User }) {
  const texts = useMessages(messages)
  const { session } = useConnection()
  const edit = useChange(editUser)
  const { username, backend } = user
  const known = roles.find((role) => role === user.role)
  const { register, control, handleSubmit, formState } = useForm({
    defaultValues: { description: user.description, role: known },
  })
  const objection = objectionToRole(user, context)
  const submit = handleSubmit(async ({ description, role }) => {
    try {
      await edit.run({ username, backend, description, role: objection ? undefined : role })
    } catch {
      // Shown below, from edit.error.
      return
    }
    const current = session.current.get()
    // The change of the own role takes effect immediately, and the pages depend on it.
    if (current?.username === username && role !== undefined) await session.start({ ...current, role })
    toast.success(texts.savedNamed(username))
    onClose()
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={4}>
        {known && (
          <Controller
            control={control}
            name="role"
            render={({ field: { value, onChange } }) => (
              <RoleField value={value} onChange={onChange} refusal={objection && texts.roleObjections[objection]} />
            )}
          />
        )}
        <TextField label={texts.note} autoComplete="off" data-autofocus {...register('description')} />
        <Failure error={edit.error} />
        <Buttons label={texts.save} isRunning={formState.isSubmitting} onCancel={onClose} />
      </Stack>
    </form>
  )
}

interface RoleFieldProps {
  readonly value: Role | undefined
  readonly onChange: (role: Role) => void
  /** The reason why it cannot be changed. */
  readonly refusal?: string | undefined
}

function RoleField({ value, onChange, refusal }: RoleFieldProps) {
  const texts = useMessages(messages)
  return (
    <RadioField
      label={texts.role}
      value={value}
      onChange={onChange}
      disabled={refusal !== undefined}
      description={refusal}
      options={roles.map((role) => ({
        value: role,
        label: texts.roles[role],
        description: texts.roleHints[role],
      }))}
    />
  )
}

function Failure({ error }: { readonly error: Error | undefined }) {
  const describe = useErrorText()
  return error ? <ErrorState title={describe(error)} /> : null
}

interface ButtonsProps {
  readonly label: string
  readonly isRunning: boolean
  readonly onCancel: () => void
}

function Buttons({ label, isRunning, onCancel }: ButtonsProps) {
  const texts = useMessages(messages)
  return (
    <Group justify="end">
      <Button onClick={onCancel}>{texts.cancel}</Button>
      <Button type="submit" variant="primary" loading={isRunning}>
        {label}
      </Button>
    </Group>
  )
}
