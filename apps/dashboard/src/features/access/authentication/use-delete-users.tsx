import { useChange, useReportedAction, useStartJob } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { confirm, NameList, Stack, toast } from '../../../ui/index.ts'
import { removeUser } from './queries.ts'
import { userMessages } from './user-messages.ts'

/**
 * Deletes users after a confirmation, several as a background job. Resolves to whether they were deleted or the job has started.
 * @param id of their authenticator
 */
export function useDeleteUsers(id: string): (users: readonly string[]) => Promise<boolean> {
  const texts = useMessages(userMessages)
  const format = useFormat()
  const runAndReport = useReportedAction()
  const { run } = useChange(removeUser)
  const startJob = useStartJob()
  const deleteOne = async (user: string) => {
    return runAndReport(() => run({ id, user_id: user }), {
      done: texts.deletedNamed(user),
      failed: texts.deleteFailed(user),
    })
  }
  return async (users) => {
    const [only, ...others] = users
    if (only === undefined) return false
    const isOne = others.length === 0
    const count = format.number(users.length)
    const isSure = await confirm({
      title: isOne ? texts.deleteQuestion(only) : texts.deleteManyQuestion(count),
      body: (
        <Stack gap={3}>
          {!isOne && <NameList names={users} />}
          <span>{texts.deleteBody}</span>
        </Stack>
      ),
      action: isOne ? texts.deleteUser : texts.deleteMany(count),
      danger: true,
    })
    if (!isSure) return false
    if (isOne) return deleteOne(only)
    startJob({
      title: texts.deleteMany(count),
      items: users.map((user) => ({ id, user_id: user })),
      nameOf: ({ user_id: user }) => user,
      change: removeUser,
      perSecond: Number.POSITIVE_INFINITY,
    })
    toast.info(texts.deletingMany(count))
    return true
  }
}
