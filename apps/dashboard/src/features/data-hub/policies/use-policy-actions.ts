import { useChange, useConfirmAction, useDelete, useReportedAction } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { commonMessages, policyMessages } from './messages.ts'
import { type Policy, type PolicyKind, type PolicyKindName, policyKinds } from './queries.ts'

/** Enables, disables and deletes a policy, and resets its metrics. Each resolves to whether it was done. */
export function usePolicyActions(kind: PolicyKindName) {
  const texts = useMessages(policyMessages[kind])
  const common = useMessages(commonMessages)
  const report = useReportedAction()
  const confirmAction = useConfirmAction()
  const changes: PolicyKind<Policy> = policyKinds[kind]
  const { run: enable } = useChange(changes.enable)
  const { run: reset } = useChange(changes.reset)
  const remove = useDelete(changes.remove, { kind, nameOf: ({ name }) => name, consequence: texts.deleteNote })
  return {
    enable: ({ name }: Policy) =>
      report(() => enable({ name, enable: true }), {
        done: common.enabledNamed(name),
        failed: common.changeFailed(name),
      }),
    disable: ({ name }: Policy) =>
      confirmAction({
        title: common.disableQuestion(name),
        action: common.disable,
        done: common.disabledNamed(name),
        failed: common.changeFailed(name),
        consequence: texts.disableBody,
        run: () => enable({ name, enable: false }),
      }),
    reset: ({ name }: Policy) =>
      confirmAction({
        title: common.resetQuestion(name),
        action: common.resetMetrics,
        done: common.resetDone(name),
        failed: common.resetFailed(name),
        consequence: common.resetBody,
        run: () => reset({ name }),
      }),
    remove,
  }
}
