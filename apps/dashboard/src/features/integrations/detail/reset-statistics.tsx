import { useChange } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { type ChannelKind, idOf, type Named } from '../kinds.ts'
import { channelChanges } from '../queries.ts'
import { overviewMessages } from './overview-messages.ts'
import { ResetButton } from './reset-button.tsx'

/** Resets the counters of an action or a source. */
export function ResetStatistics({ kind, channel }: { readonly kind: ChannelKind; readonly channel: Named }) {
  const texts = useMessages(overviewMessages)
  const { run } = useChange(channelChanges[kind].reset)
  return (
    <ResetButton
      texts={texts}
      name={channel.name}
      onReset={() => run({ id: idOf(channel) })}
      done={texts.resetDone(channel.name)}
      failed={texts.resetFailed(channel.name)}
    />
  )
}
