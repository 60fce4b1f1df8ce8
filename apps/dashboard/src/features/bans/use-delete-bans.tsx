import { useChange, useReportedAction, useStartJob } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { AffectedItems, confirm } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { type BanName, removeBan } from './queries.ts'

/** Deletes one ban after a confirmation. */
export function useDeleteBan(): (ban: BanName) => Promise<void> {
  const texts = useMessages(messages)
  const runAndReport = useReportedAction()
  const { run } = useChange(removeBan)
  return async ({ as, who }) => {
    const isSure = await confirm({
      title: texts.deleteQuestion(who),
      body: texts.deleteBody,
      action: texts.deleteBan,
      danger: true,
    })
    if (!isSure) return
    await runAndReport(() => run({ as, who }), { done: texts.deleted(who), failed: texts.deleteBanFailed(who) })
  }
}

/** Deletes several bans as a background job. Resolves to whether it was started. */
export function useDeleteBans(): (bans: readonly BanName[]) => Promise<boolean> {
  const texts = useMessages(messages)
  const startJob = useStartJob()
  return async (bans) => {
    const isSure = await confirm({
      title: texts.deleteManyQuestion(bans.length),
      body: (
        <AffectedItems names={[...new Set(bans.map(({ who }) => who))]} total={bans.length}>
          {texts.deleteBody}
        </AffectedItems>
      ),
      action: texts.deleteMany(bans.length),
      danger: true,
    })
    if (!isSure) return false
    startJob({
      title: texts.deleteMany(bans.length),
      items: bans,
      nameOf: ({ who }) => who,
      change: removeBan,
      perSecond: Number.POSITIVE_INFINITY,
    })
    return true
  }
}
