import { ApiError, type AuthenticatorUser, AuthenticatorUserChange, NewAuthenticatorUser } from '@mqdeck/contract'
import { FormBody, useChange, useContractForm } from '../../../../api/index.ts'
import { useMessages } from '../../../../i18n/index.ts'
import { passwordMessages } from '../../../../lib/access/password-messages.ts'
import { passwordFault } from '../../../../lib/access/password-policy.ts'
import { Modal, PasswordField, SwitchField, TextField, toast } from '../../../../ui/index.ts'
import { userMessages } from './messages.ts'
import type { UserCalls } from './queries.ts'

interface UserDialogProps {
  /** Undefined while the dialog is closed. */
  readonly edited: AuthenticatorUser | 'new' | undefined
  readonly calls: UserCalls
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
      title={edited === 'new' || edited === undefined ? texts.newUser : texts.editTitle(edited.user_id)}
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

function UserForm({ calls, id, idLabel, user, onClose }: UserFormProps) {
  const texts = useMessages(userMessages)
  const passwordTexts = useMessages(passwordMessages)
  const { run: add } = useChange(calls.add)
  const { run: edit } = useChange(calls.edit)
  const form = useContractForm(user ? AuthenticatorUserChange : NewAuthenticatorUser, {
    initial: { user_id: user?.user_id ?? '', password: '', is_superuser: user?.is_superuser ?? false },
    toBody: ({ user_id, ...others }) => (user ? others : { user_id, ...others }),
    check({ user_id, password }) {
      // EMQX accepts any password here. This rule is only in the dashboard.
      const fault = passwordFault(password, '')
      return {
        user_id: user_id === '' && texts.required(idLabel),
        password: fault && passwordTexts.faults[fault],
      }
    },
    async submit(_, values) {
      await (user ? edit : add)({ id, ...values })
      toast.success(user ? texts.savedNamed(values.user_id) : texts.createdNamed(values.user_id))
      onClose()
    },
    faultsOf: (error) => ({ user_id: error instanceof ApiError && error.code === 'ALREADY_EXISTS' && texts.idTaken }),
  })
  return (
    <FormBody form={form} action={user ? texts.save : texts.create} onCancel={onClose}>
      {!user && (
        <TextField mono required label={idLabel} autoComplete="off" data-autofocus {...form.input('user_id')} />
      )}
      <PasswordField
        label={texts.password}
        description={user ? `${texts.passwordHint} ${passwordTexts.policy}` : passwordTexts.policy}
        required
        autoComplete="new-password"
        {...(user && { 'data-autofocus': true })}
        {...form.input('password')}
      />
      <SwitchField
        label={texts.superuser}
        description={texts.superuserNote}
        checked={form.values.is_superuser}
        onChange={form.field('is_superuser').onChange}
      />
    </FormBody>
  )
}
