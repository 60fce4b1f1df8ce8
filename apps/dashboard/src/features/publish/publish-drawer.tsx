import { useMessages } from '../../i18n/index.ts'
import { Drawer, Stack } from '../../ui/index.ts'
import { messages } from './messages.ts'
import { PublishForm } from './publish-form.tsx'
import { SentList } from './sent-list.tsx'
import { usePublishing } from './use-publishing.ts'

interface PublishDrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** The publish form as a drawer over any page. */
export function PublishDrawer({ opened, onClose }: PublishDrawerProps) {
  const texts = useMessages(messages)
  return (
    <Drawer opened={opened} onClose={onClose} title={texts.publishMessage} size={520} asksBeforeClose={false}>
      <PublishTool />
    </Drawer>
  )
}

function PublishTool() {
  const publishing = usePublishing()
  return (
    <Stack gap={6}>
      <PublishForm {...publishing} />
      <SentList {...publishing} />
    </Stack>
  )
}
