import type { ReactNode } from 'react'
import { useErrorSentence } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { ListFooter, StatusDot } from '../../../ui/index.ts'
import { lineMessages } from './messages.ts'

interface LinesFooterProps {
  readonly error: Error | undefined
  /** Undefined if no more lines will follow. */
  readonly isFollowing: boolean | undefined
  /** Line counts. */
  readonly children: ReactNode
}

/** Shows whether new lines are followed, and the line counts. */
export function LinesFooter({ error, isFollowing, children }: LinesFooterProps) {
  return <ListFooter state={<State error={error} isFollowing={isFollowing} />}>{children}</ListFooter>
}

function State({ error, isFollowing }: Pick<LinesFooterProps, 'error' | 'isFollowing'>) {
  const texts = useMessages(lineMessages)
  const describe = useErrorSentence()
  if (error)
    return (
      <StatusDot tone="red">
        <span role="alert">{texts.failed(describe(error))}</span>
      </StatusDot>
    )
  if (isFollowing === undefined) return null
  return <StatusDot tone={isFollowing ? 'accent' : 'grey'}>{isFollowing ? texts.following : texts.paused}</StatusDot>
}
