import type { SecondFactor, User } from '@mqdeck/contract'
import { IconHistory, IconKey, IconPencil, IconShieldLock, IconShieldOff, IconTrash } from '@tabler/icons-react'
import { accountDialog } from '../../data/account-dialog.ts'
import { useChange, useReportedAction } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { AffectedItems, confirm, type RowAction, useGo, usePageIsAvailable } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { removeSecondFactor, removeUser } from './queries.ts'
import { type Household, objectionToDelete } from './user-rules.ts'

interface UserActionsOptions {
  readonly house: Household
  /** Undefined where nobody knows. */
  readonly factors: readonly SecondFactor[] | undefined
  readonly onEdit: (user: User) => void
  readonly onPassword: (user: User) => void
}

/** The menu of a row. One's own password and second factor are changed where the user menu does it. */
export function useUserActions({ house, factors, onEdit, onPassword }: UserActionsOptions) {
  const texts = useMessages(messages)
  const remove = useRemoveUser()
  const resetFactor = useResetFactor()
  const go = useGo()
  const isHere = usePageIsAvailable()
  return (user: User): readonly RowAction[] => {
    const isSelf = user.username === house.self
    const isLocal = (user.backend ?? 'local') === 'local'
    const hasFactor = factors?.some(({ username }) => username === user.username) === true
    const objection = objectionToDelete(user, house)
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
              label: texts.ownFactor,
              icon: <IconShieldLock size={16} aria-hidden />,
              onSelect: () => accountDialog.set('second-factor'),
            },
          ]
        : []),
      ...(!isSelf && hasFactor
        ? [
            {
              label: texts.resetFactor,
              icon: <IconShieldOff size={16} aria-hidden />,
              onSelect: () => void resetFactor(user.username),
            },
          ]
        : []),
      ...(isHere('/audit-log')
        ? [
            {
              label: texts.showChanges,
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
        onSelect: () => void remove(user),
      },
    ]
  }
}

function useRemoveUser() {
  const texts = useMessages(messages)
  const told = useReportedAction()
  const { run } = useChange(removeUser)
  return async (user: User) => {
    const isSure = await confirm({
      title: texts.deleteQuestion,
      body: <AffectedItems names={[user.username]}>{texts.deleteBody}</AffectedItems>,
      action: texts.delete,
      danger: true,
    })
    if (!isSure) return
    await told(() => run(user), { done: texts.deleted(user.username), failed: texts.deleteFailed(user.username) })
  }
}

function useResetFactor() {
  const texts = useMessages(messages)
  const told = useReportedAction()
  const { run } = useChange(removeSecondFactor)
  return async (username: string) => {
    const isSure = await confirm({
      title: texts.resetQuestion,
      body: <AffectedItems names={[username]}>{texts.resetBody}</AffectedItems>,
      action: texts.resetFactor,
      danger: true,
    })
    if (!isSure) return
    await told(() => run({ username }), { done: texts.resetDone(username), failed: texts.resetFailed(username) })
  }
}
