import type { ReactNode } from 'react'
import { useConfirmAction } from './confirm-action.tsx'
import { useReportedAction } from './use-reported-action.ts'

interface EnablingTexts {
  readonly disable: string
  readonly disableQuestion: (name: string) => string
  readonly enabledNamed: (name: string) => string
  readonly disabledNamed: (name: string) => string
  readonly changeFailed: (name: string) => string
}

interface Named {
  readonly name: string
}

/**
 * Enables a resource, or disables it after a confirmation. Each resolves to whether it was done.
 * @param consequence what disabling causes
 */
export function useEnabling(
  texts: EnablingTexts,
  consequence: ReactNode,
  change: (name: string, enable: boolean) => Promise<unknown>,
) {
  const report = useReportedAction()
  const confirmAction = useConfirmAction()
  return {
    enable: ({ name }: Named): Promise<boolean> =>
      report(() => change(name, true), { done: texts.enabledNamed(name), failed: texts.changeFailed(name) }),
    disable: ({ name }: Named): Promise<boolean> =>
      confirmAction({
        title: texts.disableQuestion(name),
        action: texts.disable,
        done: texts.disabledNamed(name),
        failed: texts.changeFailed(name),
        consequence,
        run: () => change(name, false),
      }),
  }
}
