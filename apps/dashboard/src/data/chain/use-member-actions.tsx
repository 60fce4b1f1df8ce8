import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { confirm, Stack } from '../../ui/index.ts'
import { useReportedAction } from '../use-reported-action.ts'
import styles from './chain.module.css'
import { chainMessages } from './messages.ts'

type Action<Member> = (member: Member) => Promise<boolean>

/** What can be done to a member of a chain as a whole; what opens the broker asks first. Each resolves to whether it was done. */
export interface MemberActions<Member> {
  readonly enable: Action<Member>
  readonly disable: Action<Member>
  readonly remove: Action<Member>
}

export interface MemberOptions<Member> {
  readonly nameOf: (member: Member) => string
  readonly switchTo: (member: Member, enable: boolean) => Promise<unknown>
  readonly remove: (member: Member) => Promise<unknown>
  readonly questions: { readonly disable: string; readonly remove: string }
  /** What may happen when it is no longer asked. */
  readonly risksOf: (member: Member, isDeletion: boolean) => readonly string[]
  /** Below the risks. */
  readonly note: string
}

/** @param options the same object in every render, as the answer then is: it decides what a table draws anew */
export function useMemberActions<Member>(options: MemberOptions<Member>): MemberActions<Member> {
  const texts = useMessages(chainMessages)
  const told = useReportedAction()
  return useMemo(() => {
    const { nameOf, switchTo, remove, questions, risksOf, note } = options
    const attempt = (name: string, act: () => Promise<unknown>, done: string) =>
      told(act, { done, failed: texts.failed(name) })
    const ask = (member: Member, isDeletion: boolean) =>
      confirm({
        title: isDeletion ? questions.remove : questions.disable,
        action: isDeletion ? texts.remove : texts.disable,
        danger: true,
        body: (
          <Stack gap={3}>
            <strong>{nameOf(member)}</strong>
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
      enable: (one) => attempt(nameOf(one), () => switchTo(one, true), texts.enabled(nameOf(one))),
      disable: async (one) =>
        (await ask(one, false)) && attempt(nameOf(one), () => switchTo(one, false), texts.disabled(nameOf(one))),
      remove: async (one) =>
        (await ask(one, true)) && attempt(nameOf(one), () => remove(one), texts.removed(nameOf(one))),
    }
  }, [texts, told, options])
}
