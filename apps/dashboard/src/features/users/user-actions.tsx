import type { SecondFactor, User } from '@mqdeck/contract'
import { IconHistory, IconKey, IconShieldLock, IconShieldOff } from '@tabler/icons-react'
import { useChange, useConfirmAction, useDelete, useRowActions } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { type RowAction, useGo, usePageIsAvailable } from '../../ui/index.ts'
import { accountDialog } from './account-dialog.ts'
import { messages } from './messages.ts'
import { removeSecondFactor, removeUser } from './queries.ts'
import { objectionToDelete, type UserContext } from './user-rules.ts'

interface UserActionsOptions {
  readonly context: UserContext
  /** Undefined if the broker does not report them. */
  readonly factors: readonly SecondFactor[] | undefined
  readonly onEdit: (user: User) => void
  readonly onPassword: (user: User) => void
}

/** The menu of a row. Users change their own password and two-factor authentication in the dialogs of the user menu. */
export function useUserActions({ context, factors, onEdit, onPassword }: UserActionsOptions) {
  const texts = useMessages(messages)
  const deleteUsers = useDelete<User>(removeUser, {
    kind: 'user',
    nameOf: ({ username }) => username,
    consequence: texts.deleteBody,
  })
  const rowAction = useRowActions()
  const disableTwoFactor = useDisableTwoFactor()
  const go = useGo()
  const isHere = usePageIsAvailable()
  return (user: User): readonly RowAction[] => {
    const isSelf = user.username === context.self
    const isLocal = (user.backend ?? 'local') === 'local'
    const hasFactor = factors?.some(({ username }) => username === user.username) === true
    const objection = objectionToDelete(user, context)
    return [
      rowAction.edit(() => onEdit(user)),
      ...(isLocal
        ? [
            {
              label: texts.changePassword,
              icon: <IconKey size={16} aria-hidden />,
              onSelect: () => (isSelf ? accountDialog.set('password') : onPassword(user)),
            },
          ]
        : []),
      ...(isSelf && factors
        ? [
            {
              label: texts.twoFactor,
              icon: <IconShieldLock size={16} aria-hidden />,
              onSelect: () => accountDialog.set('second-factor'),
            },
          ]
        : []),
      ...(!isSelf && hasFactor
        ? [
            {
              label: texts.disableTwoFactor,
              icon: <IconShieldOff size={16} aria-hidden />,
              onSelect: () => void disableTwoFactor(user.username),
            },
          ]
        : []),
      ...(isHere('/audit-log')
        ? [
            {
              label: texts.showInAuditLog,
              icon: <IconHistory size={16} aria-hidden />,
              onSelect: () => go({ to: '/audit-log', search: { source: user.username } }),
            },
          ]
        : []),
      {
        ...rowAction.delete(() => deleteUsers([user])),
        disabled: objection !== undefined,
        note: objection && texts.objections[objection],
      },
    ]
  }
}

function useDisableTwoFactor() {
  const texts = useMessages(messages)
  const confirmAction = useConfirmAction()
  const { run } = useChange(removeSecondFactor)
  return (username: string) =>
    confirmAction({
      title: texts.disableTwoFactorQuestion(username),
      consequence: texts.disableTwoFactorBody,
      action: texts.disableTwoFactor,
      done: texts.twoFactorDisabled(username),
      failed: texts.disableTwoFactorFailed(username),
      run: () => run({ username }),
    })
}
