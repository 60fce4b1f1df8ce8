import type { InflightMessage } from '@mqdeck/contract'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { sizeOfBase64 } from '../../lib/payload.ts'
import { DescriptionList, Mono, Stack } from '../../ui/index.ts'
import { PayloadDrawer, PayloadView } from '../../ui/payload-view.tsx'
import { detailMessages } from './detail-messages.ts'

interface MessageDrawerProps {
  /** Undefined while the drawer is closed. */
  readonly message: InflightMessage | undefined
  readonly onClose: () => void
}

/** A queued or inflight message with its payload. */
export function MessageDrawer({ message, onClose }: MessageDrawerProps) {
  const texts = useMessages(detailMessages)
  const format = useFormat()
  return (
    <PayloadDrawer message={message} onClose={onClose}>
      {({ topic, msgid, publish_at, payload = '' }, choice) => (
        <Stack gap={4}>
          <DescriptionList
            minWidth={280}
            items={[
              { label: texts.topic, value: <Mono>{topic}</Mono> },
              { label: texts.messageId, value: <Mono>{msgid}</Mono> },
              { label: texts.publishedAt, value: format.dateTime(publish_at) },
              { label: texts.size, value: format.bytes(sizeOfBase64(payload)) },
            ]}
          />
          <PayloadView payload={payload} topic={topic} choice={choice} />
        </Stack>
      )}
    </PayloadDrawer>
  )
}
