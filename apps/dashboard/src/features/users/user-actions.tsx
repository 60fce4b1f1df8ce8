import type { SecondFactor, User } from '@mqdeck/contract'
import { IconHistory, IconKey, IconPencil, IconShieldLock, IconShieldOff, IconTrash } from '@tabler/icons-react'
import { useChange, useReportedAction } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { confirm, type RowAction, useGo, usePageIsAvailable } from '../../ui/index.ts'
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
  const deleteUser = useDeleteUser()
  const disableTwoFactor = useDisableTwoFactor()
  const go = useGo()
  const isHere = usePageIsAvailable()
  return (user: User): readonly RowAction[] => {
    const isSelf = user.username === context.self
    const isLocal = (user.backend ?? 'local') === 'local'
    const hasFactor = factors?.some(({ username }) => username === user.username) === true
    const objection = objectionToDelete(user, context)
    return [
      { label: texts.edit, icon: <IconPencil size={16} aria-hidden />, onSelect: () => onEdit(user) },
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
        label: texts.delete,
        icon: <IconTrash size={16} aria-hidden />,
        danger: true,
        disabled: objection !== undefined,
        note: objection && texts.objections[objection],
        onSelect: () => void deleteUser(user),
      },
    ]
  }
}

function useDeleteUser() {
  const texts = useMessages(messages)
  const runAndReport = useReportedAction()
  const { run } = useChange(removeUser)
  return async (user: User) => {
    const isSure = await confirm({
      title: texts.deleteQuestion(user.username),
      body: texts.deleteBody,
      action: texts.deleteUser,
      danger: true,
    })
    if (!isSure) return
    await runAndReport(() => run(user), {
      done: texts.deletedNamed(user.username),
      failed: texts.deleteFailed(user.username),
    })
  }
}

function useDisableTwoFactor() {
  const texts = useMessages(messages)
  const runAndReport = useReportedAction()
  const { run } = useChange(removeSecondFactor)
  return async (username: string) => {
    const isSure = await confirm({
      title: texts.disableTwoFactorQuestion(username),
      body: texts.disableTwoFactorBody,
      action: texts.disableTwoFactor,
      danger: true,
    })
    if (!isSure) return
    await runAndReport(() => run({ username }), {
      done: texts.twoFactorDisabled(username),
      failed: texts.disableTwoFactorFailed(username),
    })
  }
}
