import { useChange, useStartJob, useReportedAction } from '../data/index.ts'
import { useMessages } from '../i18n/index.ts'
import { AffectedItems, confirm } from '../ui/index.ts'
import { messages } from './messages.ts'
import { type BanName, liftBan } from './queries.ts'

/** Asks, then lifts one ban. */
export function useLiftBan(): (ban: BanName) => Promise<void> {
  const texts = useMessages(messages)
  const told = useReportedAction()
  const { run } = useChange(liftBan)
  return async ({ as, who }) => {
    const isSure = await confirm({
      title: texts.liftQuestion,
      body: <AffectedItems names={[who]}>{texts.liftBody}</AffectedItems>,
      action: texts.lift,
      danger: true,
    })
    if (!isSure) return
    await told(() => run({ as, who }), { done: texts.lifted(who), failed: texts.liftFailed(who) })
  }
}

/** The same for several, as a job; resolves to whether it was begun. */
export function useLiftBans(): (bans: readonly BanName[]) => Promise<boolean> {
  const texts = useMessages(messages)
  const startJob = useStartJob()
  return async (bans) => {
    const isSure = await confirm({
      title: texts.liftSeveralQuestion(bans.length),
      body: (
        <AffectedItems names={[...new Set(bans.map(({ who }) => who))]} total={bans.length}>
          {texts.liftBody}
        </AffectedItems>
      ),
      action: texts.liftSeveral,
      danger: true,
    })
    if (!isSure) return false
    startJob({
      title: texts.liftSeveralTitle(bans.length),
      items: bans,
      nameOf: ({ who }) => who,
      change: liftBan,
      perSecond: Number.POSITIVE_INFINITY,
    })
    return true
  }
}
