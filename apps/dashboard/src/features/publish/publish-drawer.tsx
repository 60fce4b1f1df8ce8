import { useEffect, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { sameJson } from '../../lib/json-path.ts'
import { Drawer, Stack, useAskBeforeClose } from '../../ui/index.ts'
import type { Draft } from './draft.ts'
import { messages } from './messages.ts'
import { PublishForm } from './publish-form.tsx'
import { SentList } from './sent-list.tsx'
import { usePublishing } from './use-publishing.ts'

interface PublishDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** The publish form as a drawer over any page. It asks before unpublished changes are lost. */
export function PublishDrawer({ opened, onClose }: PublishDrawerProps) {
  const texts = useMessages(messages)
  const { close, onDirty } = useAskBeforeClose(onClose)
  return (
    <Drawer opened={opened} onClose={close} title={texts.publishMessage} size={520} asksBeforeClose={false}>
      <PublishTool onDirty={onDirty} />
    </Drawer>
  )
}

function PublishTool({ onDirty }: { readonly onDirty: (isDirty: boolean) => void }) {
  const publishing = usePublishing()
  const { draft } = publishing
  // The form as it was published last, or as it was opened.
  const [published, setPublished] = useState(draft)
  const isDirty = !sameJson(draft, published)
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const send = async (other?: Draft) => {
    const isSent = await publishing.send(other)
    if (isSent && other === undefined) setPublished(draft)
    return isSent
  }
  return (
    <Stack gap={6}>
      <PublishForm {...publishing} send={send} />
      <SentList {...publishing} send={send} />
    </Stack>
  )
}
