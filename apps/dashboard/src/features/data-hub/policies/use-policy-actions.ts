import { useChange, useConfirmAction, useDelete, useEnabling } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { commonMessages, policyMessages } from './messages.ts'
import { type Policy, type PolicyKind, type PolicyKindName, policyKinds } from './queries.ts'

/** Enables, disables and deletes a policy, and resets its metrics. Each resolves to whether it was done. */
export function usePolicyActions(kind: PolicyKindName) {
  const texts = useMessages(policyMessages[kind])
  const common = useMessages(commonMessages)
  const confirmAction = useConfirmAction()
  const changes: PolicyKind<Policy> = policyKinds[kind]
  const { run: enable } = useChange(changes.enable)
  const { run: reset } = useChange(changes.reset)
  const remove = useDelete(changes.remove, { kind, nameOf: ({ name }) => name, consequence: texts.deleteNote })
  return {
    ...useEnabling(common, texts.disableBody, (name, isEnabled) => enable({ name, enable: isEnabled })),
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
