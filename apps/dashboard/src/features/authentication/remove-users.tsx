import { useChange, useStartJob, useReportedAction } from '../../data/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { confirm, Mono, NameList, Stack, toast } from '../../ui/index.ts'
import { removeUser } from './queries.ts'
import { userMessages } from './user-messages.ts'

/**
 * Asks, then deletes these users: one at once, several while the user goes on. Resolves to whether that was done or has begun.
 * @param id of their authenticator
 */
export function useRemoveUsers(id: string): (users: readonly string[]) => Promise<boolean> {
  const texts = useMessages(userMessages)
  const format = useFormat()
  const told = useReportedAction()
  const { run } = useChange(removeUser)
  const startJob = useStartJob()
  const removeOne = async (user: string) => {
    return told(() => run({ id, user_id: user }), { done: texts.removed(user), failed: texts.removeFailed(user) })
  }
  return async (users) => {
    const [only, ...others] = users
    if (only === undefined) return false
    const isOne = others.length === 0
    const count = format.number(users.length)
    const isSure = await confirm({
      title: isOne ? texts.removeQuestion : texts.removeManyQuestion(count),
      body: (
        <Stack gap={3}>
          {isOne ? <Mono>{only}</Mono> : <NameList names={users} />}
          <span>{texts.removeBody}</span>
        </Stack>
      ),
      action: texts.remove,
      danger: true,
    })
    if (!isSure) return false
    if (isOne) return removeOne(only)
    startJob({
      title: texts.removeMany(count),
      items: users.map((user) => ({ id, user_id: user })),
      nameOf: ({ user_id: user }) => user,
      change: removeUser,
      perSecond: Number.POSITIVE_INFINITY,
    })
    toast.info(texts.removeStarted(count))
    return true
  }
}
