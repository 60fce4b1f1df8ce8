import { useMessages } from '../../i18n/index.ts'
import { Button, PageHeader, usePageName } from '../../ui/index.ts'
import { StateDot } from '../node-states/index.ts'
import { MemberState } from './chain-status.tsx'
import type { ChainStatus } from './chain-types.ts'
import { chainMessages } from './messages.ts'

interface MemberHeaderProps {
  readonly title: string
  readonly isOn: boolean
  readonly isInside: boolean
  /** Undefined while it is not known. */
  readonly status: ChainStatus | undefined
  /** Missing for who may only look. */
  readonly actions?: MemberButtons | undefined
}

interface MemberButtons {
  readonly onEnable: () => void
  readonly onDisable: () => void
  readonly onRemove: () => void
}

/** The head of the page of one member of a chain. */
export function MemberHeader({ title, isOn, isInside, status, actions }: MemberHeaderProps) {
  const texts = useMessages(chainMessages)
  usePageName(title)
  return (
    <PageHeader
      title={title}
      status={
        isOn ? status && <MemberState state={status.status} isInside={isInside} /> : <StateDot state="disabled" />
      }
      actions={
        actions && (
          <>
            {isOn ? (
              <Button onClick={actions.onDisable}>{texts.disable}</Button>
            ) : (
              <Button onClick={actions.onEnable}>{texts.enable}</Button>
            )}
            <Button variant="danger" onClick={actions.onRemove}>
              {texts.remove}
            </Button>
          </>
        )
      }
    />
  )
}
