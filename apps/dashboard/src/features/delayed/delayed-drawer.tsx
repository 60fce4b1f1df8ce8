import type { DelayedMessageDetail } from '@mqdeck/contract'
import { QueryView, useData } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { sizeOfBase64 } from '../../lib/payload/payload.ts'
import { ClientLink, DescriptionList, Mono, Notice, Skeleton, Stack } from '../../ui/index.ts'
import { type FormatChoice, PayloadDrawer, PayloadView } from '../../ui/payload/payload-view.tsx'
import { messages } from './messages.ts'
import { delayedMessageQuery } from './queries.ts'
import { RemainingTime } from './remaining-time.tsx'

interface DelayedDrawerProps {
  /** `node/msgid`; undefined while the drawer is closed. */
  readonly id: string | undefined
  readonly onClose: () => void
}

export function DelayedDrawer({ id, onClose }: DelayedDrawerProps) {
  return (
    <PayloadDrawer message={id} onClose={onClose}>
      {(shown, choice) => <Opened id={shown} choice={choice} />}
    </PayloadDrawer>
  )
}

function Opened({ id, choice }: { readonly id: string; readonly choice: FormatChoice }) {
  const [node = '', msgid = ''] = id.split('/')
  const query = useData(delayedMessageQuery, { node, msgid })
  return (
    <QueryView query={query} skeleton={<Skeleton height={240} />}>
      {(message) => <Shown message={message} answeredAt={query.updatedAt ?? 0} choice={choice} />}
    </QueryView>
  )
}

interface ShownProps {
  readonly message: DelayedMessageDetail
  readonly answeredAt: number
  readonly choice: FormatChoice
}

/** The broker sends this instead of a payload of more than 1 MiB. */
const tooLarge = 'PAYLOAD_TOO_LARGE'

function Shown({ message, answeredAt, choice }: ShownProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { payload, topic } = message
  const isShown = payload !== tooLarge
  return (
    <Stack gap={4}>
      <DescriptionList
        minWidth={280}
        items={[
          { label: texts.topic, value: <Mono>{topic}</Mono> },
          { label: texts.qos, value: message.qos },
          { label: texts.publisher, value: <ClientLink clientid={message.from_clientid} /> },
          { label: texts.receivedAt, value: format.dateTime(message.publish_at) },
          { label: texts.delay, value: format.duration(message.delayed_interval * 1000) },
          { label: texts.remaining, value: <RemainingTime message={message} answeredAt={answeredAt} /> },
          { label: texts.publishAt, value: format.dateTime(message.expected_at) },
          ...(isShown ? [{ label: texts.size, value: format.bytes(sizeOfBase64(payload)) }] : []),
          { label: texts.messageId, value: <Mono>{message.msgid}</Mono> },
        ]}
      />
      {isShown ? <PayloadView payload={payload} topic={topic} choice={choice} /> : <Notice>{texts.tooLarge}</Notice>}
    </Stack>
  )
}
