import { useChange, useIsViewer, useTold } from '../data/index.ts'
import { useMessages } from '../i18n/index.ts'
import { Button, confirm } from '../ui/index.ts'
import { type ChannelKind, idOf, type Named } from './kinds.ts'
import { overviewMessages } from './overview-messages.ts'
import { channelChanges } from './queries.ts'

/** All counters to zero, on every node. */
export function ResetFigures({ kind, channel }: { readonly kind: ChannelKind; readonly channel: Named }) {
  const texts = useMessages(overviewMessages)
  const isViewer = useIsViewer()
  const told = useTold()
  const { run } = useChange(channelChanges[kind].reset)
  if (isViewer) return null
  const reset = async () => {
    const isSure = await confirm({
      title: texts.resetQuestion,
      body: texts.resetNote,
      action: texts.reset,
      danger: true,
    })
    if (!isSure) return
    await told(() => run({ id: idOf(channel) }), {
      done: texts.resetDone(channel.name),
      failed: texts.resetFailed(channel.name),
    })
  }
  return (
    <Button size="small" onClick={() => void reset()}>
      {texts.reset}
    </Button>
  )
}
