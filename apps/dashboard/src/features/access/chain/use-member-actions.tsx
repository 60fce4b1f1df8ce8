import { useChange, useConfirmAction, useData, useReportedAction } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Stack } from '../../../ui/index.ts'
import styles from './chain.module.css'
import { type ChainKind, type ChainMember, isEnabled } from './chain-kind.ts'
import { chainMessages } from './messages.ts'

/** Actions on a whole chain member. Those that reduce access control ask first. Each resolves to whether it was done. */
export interface MemberActions<Member> {
  readonly enable: (member: Member) => Promise<boolean>
  readonly disable: (member: Member) => Promise<boolean>
  readonly delete: (member: Member) => Promise<boolean>
}

export function useMemberActions<Member extends ChainMember, Result extends string>(
  kind: ChainKind<Member, Result>,
): MemberActions<Member> {
  const texts = useMessages(chainMessages)
  const own = kind.useTexts()
  const { noneLeft } = kind.useTextsIfEmpty()
  const nameOf = kind.useNameOf()
  const report = useReportedAction()
  const confirmAction = useConfirmAction()
  const { data: chain } = useData(kind.chainQuery, undefined)
  const { run: setEnabled } = useChange(kind.setEnabled)
  const { run: runDelete } = useChange(kind.delete)

  const isLastEnabled = (id: string) => chain?.every((one) => kind.idOf(one) === id || !isEnabled(one)) === true
  const ask = (member: Member, isDeletion: boolean): Promise<boolean> => {
    const id = kind.idOf(member)
    const name = nameOf(id)
    const risks = isEnabled(member) && isLastEnabled(id) ? noneLeft : own.risks
    const consequence = (
      <Stack gap={3}>
        <ul className={styles.risks}>
          {[...risks, ...(isDeletion && kind.hasData(id) ? [own.dataDeleted] : [])].map((risk) => (
            <li key={risk}>{risk}</li>
          ))}
        </ul>
        <span>{own.connectedClients}</span>
      </Stack>
    )
    const failed = texts.changeFailed(name)
    return confirmAction(
      isDeletion
        ? {
            title: own.deleteQuestion(name),
            action: texts.delete,
            done: texts.deletedNamed(name),
            failed,
            consequence,
            run: () => runDelete(id),
          }
        : {
            title: own.disableQuestion(name),
            action: texts.disable,
            done: texts.disabledNamed(name),
            failed,
            consequence,
            run: () => setEnabled({ id, enable: false }),
            undo: () => enable(member),
          },
    )
  }
  const disable = (member: Member) => ask(member, false)
  const enable = (member: Member): Promise<boolean> => {
    const id = kind.idOf(member)
    const name = nameOf(id)
    return report(() => setEnabled({ id, enable: true }), {
      done: texts.enabledNamed(name),
      failed: texts.changeFailed(name),
      undo: () => disable({ ...member, enable: true }),
    })
  }
  return {
    enable,
    disable,
    delete: (member) => ask(member, true),
  }
}
