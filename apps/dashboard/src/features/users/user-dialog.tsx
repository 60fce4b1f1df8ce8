import { ApiError, NewUser, type User, UserChange } from '@mqdeck/contract'
import { FormBody, useChange, useConnection, useContractForm, useHasRoles } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { passwordMessages } from '../../lib/access/password-messages.ts'
import { passwordFault } from '../../lib/access/password-policy.ts'
import { Modal, PasswordField, PasswordStrength, RadioField, TextField, toast } from '../../ui/index.ts'
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
      title={edited === undefined || isNew ? texts.newUser : texts.editTitle(edited.username)}
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

type NewValues = {
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
  const form = useContractForm(NewUser, {
    initial: emptyValues,
    toBody: ({ repeated: _, role, ...values }) => ({ ...values, ...(hasRoles && { role }) }),
    check({ username, password, repeated }) {
      const fault = passwordFault(password, '')
      return {
        username: faultOfName(username),
        password: fault && policy.faults[fault],
        repeated: repeated !== password && policy.mismatch,
      }
    },
    async submit(user) {
      await add.run(user)
      toast.success(texts.createdNamed(user.username))
      onClose()
    },
    // Another user may have created it meanwhile.
    faultsOf: (error) => ({ username: isTaken(error) && texts.faults.usernameTaken }),
  })
  const faultOfName = (username: string) => {
    if (username === '') return texts.faults.usernameRequired
    if (!isUsername(username)) return texts.faults.username
    return context.users.some((user) => user.username === username) && texts.faults.usernameTaken
  }
  return (
    <FormBody form={form} action={texts.create} onCancel={onClose}>
      <TextField
        label={texts.username}
        description={texts.usernameRule}
        required
        mono
        autoComplete="off"
        data-autofocus
        {...form.input('username')}
      />
      <PasswordField
        label={texts.password}
        description={policy.policy}
        required
        autoComplete="new-password"
        {...form.input('password')}
      />
      <PasswordStrength password={form.values.password} />
      <PasswordField label={texts.repeatPassword} required autoComplete="new-password" {...form.input('repeated')} />
      {hasRoles && <RoleField {...form.field('role')} />}
      <TextField label={texts.descriptionLabel} autoComplete="off" {...form.input('description')} />
    </FormBody>
  )
}

const isTaken = (error: unknown) => error instanceof ApiError && error.message === 'username_already_exists'

function EditForm({ user, context, onClose }: FormProps & { readonly user: User }) {
  const texts = useMessages(messages)
  const { session } = useConnection()
  const edit = useChange(editUser)
  const { username, backend } = user
  const known = roles.find((role) => role === user.role)
  const objection = objectionToRole(user, context)
  const form = useContractForm(UserChange, {
    initial: { description: user.description, role: known },
    toBody: ({ description, role }) => ({ description, role: objection ? undefined : role }),
    async submit({ description, role }) {
      await edit.run({ username, backend, description, role })
      const current = session.current.get()
      // The change of the own role takes effect immediately, and the pages depend on it.
      if (current?.username === username && role !== undefined) await session.start({ ...current, role })
      toast.success(texts.savedNamed(username))
      onClose()
    },
  })
  return (
    <FormBody form={form} action={texts.save} onCancel={onClose}>
      {known && <RoleField {...form.field('role')} refusal={objection && texts.roleObjections[objection]} />}
      <TextField label={texts.descriptionLabel} autoComplete="off" data-autofocus {...form.input('description')} />
    </FormBody>
  )
}

interface RoleFieldProps {
  readonly error: string | undefined
  readonly value: Role | undefined
  readonly onChange: (role: Role) => void
  /** The reason why it cannot be changed. */
  readonly refusal?: string | undefined
}

function RoleField({ refusal, ...field }: RoleFieldProps) {
  const texts = useMessages(messages)
  return (
    <RadioField
      label={texts.role}
      {...field}
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
