import { useMemo } from 'react'
import { useReportedAction } from '../../../api/use-reported-action.ts'
import { useMessages } from '../../../i18n/index.ts'
import { confirm, Stack } from '../../../ui/index.ts'
import styles from './chain.module.css'
import { chainMessages } from './messages.ts'

type Action<Member> = (member: Member) => Promise<boolean>

/** Actions on a whole chain member. Those that reduce access control ask first. Each resolves to whether it was done. */
export interface MemberActions<Member> {
  readonly enable: Action<Member>
  readonly disable: Action<Member>
  readonly delete: Action<Member>
}

export interface MemberOptions<Member> {
  readonly nameOf: (member: Member) => string
  readonly setEnabled: (member: Member, enable: boolean) => Promise<unknown>
  readonly delete: (member: Member) => Promise<unknown>
  /** Titles of the confirmations. */
  readonly questions: { readonly disable: (name: string) => string; readonly delete: (name: string) => string }
  /** Possible consequences when the member is no longer used. */
  readonly risksOf: (member: Member, isDeletion: boolean) => readonly string[]
  /** Shown below the risks. */
  readonly note: string
}

/** @param options the same object in every render; the returned object then stays the same, too, and tables need not render again */
export function useMemberActions<Member>(options: MemberOptions<Member>): MemberActions<Member> {
  const texts = useMessages(chainMessages)
  const runAndReport = useReportedAction()
  return useMemo(() => {
    const { nameOf, setEnabled, questions, risksOf, note } = options
    const attempt = (name: string, act: () => Promise<unknown>, done: string) =>
      runAndReport(act, { done, failed: texts.changeFailed(name) })
    const ask = (member: Member, isDeletion: boolean) =>
      confirm({
        title: isDeletion ? questions.delete(nameOf(member)) : questions.disable(nameOf(member)),
        action: isDeletion ? texts.delete : texts.disable,
        danger: true,
        body: (
          <Stack gap={3}>
            <ul className={styles.risks}>
              {risksOf(member, isDeletion).map((risk) => (
                <li key={risk}>{risk}</li>
              ))}
            </ul>
            <span>{note}</span>
          </Stack>
        ),
      })
    return {
      enable: (one) => attempt(nameOf(one), () => setEnabled(one, true), texts.enabledNamed(nameOf(one))),
      disable: async (one) =>
        (await ask(one, false)) && attempt(nameOf(one), () => setEnabled(one, false), texts.disabledNamed(nameOf(one))),
      delete: async (one) =>
        (await ask(one, true)) && attempt(nameOf(one), () => options.delete(one), texts.deletedNamed(nameOf(one))),
    }
  }, [texts, runAndReport, options])
}
