import { useMemo } from 'react'
import { useChange, useConfirmAction, useReportedAction } from '../../api/index.ts'
import { useLocale, useMessages } from '../../i18n/index.ts'
import { Stack } from '../../ui/index.ts'
import { kindOf } from './kinds.ts'
import { messages } from './messages.ts'
import { switchGateway } from './queries.ts'

interface Switched {
  readonly name: string
  readonly current_connections?: number | undefined
}

/** EMQX calls a gateway that was never configured unloaded. */
export const isSetUp = (status: string): boolean => status !== 'unloaded'

/** Enables a gateway, or disables it after a confirmation. Each resolves to whether it was done. */
export function useGatewayActions() {
  const texts = useMessages(messages)
  const locale = useLocale()
  const report = useReportedAction()
  const confirmAction = useConfirmAction()
  const { run } = useChange(switchGateway)
  return useMemo(
    () => ({
      enable({ name }: Switched): Promise<boolean> {
        const label = kindOf(name).label[locale]
        return report(() => run({ name, enable: true }), {
          done: texts.enabledNamed(label),
          failed: texts.changeFailed(label),
        })
      },
      disable({ name, current_connections: connected }: Switched): Promise<boolean> {
        const label = kindOf(name).label[locale]
        return confirmAction({
          title: texts.disableQuestion(label),
          action: texts.disable,
          done: texts.disabledNamed(label),
          failed: texts.changeFailed(label),
          consequence: (
            <Stack gap={3}>
              <span>{texts.disableBody}</span>
              {connected !== undefined && <strong>{texts.closedConnections(connected)}</strong>}
            </Stack>
          ),
          run: () => run({ name, enable: false }),
        })
      },
    }),
    [texts, locale, report, confirmAction, run],
  )
}
