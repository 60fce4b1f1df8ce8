import { StateDot } from '../../../api/nodes/node-states/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, PageHeader, usePageName } from '../../../ui/index.ts'
import { MemberState } from './chain-status.tsx'
import type { ChainStatus } from './chain-types.ts'
import { chainMessages } from './messages.ts'

interface MemberHeaderProps {
  readonly title: string
  readonly isEnabled: boolean
  readonly hasNoBackend: boolean
  /** Undefined until it is loaded. */
  readonly status: ChainStatus | undefined
  /** Undefined for viewers. */
  readonly actions?: MemberButtons | undefined
}

interface MemberButtons {
  readonly onEnable: () => void
  readonly onDisable: () => void
  readonly onDelete: () => void
}

/** The page header of one chain member. */
export function MemberHeader({ title, isEnabled, hasNoBackend, status, actions }: MemberHeaderProps) {
  const texts = useMessages(chainMessages)
  usePageName(title)
  return (
    <PageHeader
      title={title}
      status={
        isEnabled ? (
          status && <MemberState state={status.status} hasNoBackend={hasNoBackend} />
        ) : (
          <StateDot state="disabled" />
        )
      }
      actions={
        actions && (
          <>
            {isEnabled ? (
              <Button onClick={actions.onDisable}>{texts.disable}</Button>
            ) : (
              <Button onClick={actions.onEnable}>{texts.enable}</Button>
            )}
            <Button variant="danger" onClick={actions.onDelete}>
              {texts.delete}
            </Button>
          </>
        )
      }
    />
  )
}
