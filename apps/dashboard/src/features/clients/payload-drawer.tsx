import type { InflightMessage } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { CodeBlock, DescriptionList, Drawer, Group, Mono, Notice, SegmentedControl, Stack } from '../../ui/index.ts'
import { detailMessages } from './detail-messages.ts'
import { bestView, fromBase64, type PayloadView, payloadViews, toHexDump, toPrettyJson, toText } from './payload.ts'

interface PayloadDrawerProps {
  /** Undefined while the drawer is closed. */
  readonly message: InflightMessage | undefined
  readonly onClose: () => void
}

/** A message with its payload, as text, JSON, bytes or base64. */
export function PayloadDrawer({ message, onClose }: PayloadDrawerProps) {
  const texts = useMessages(detailMessages)
  const [chosen, setChosen] = useState<PayloadView>()
  // The last message stays on the panel while it slides away.
  const [shown, setShown] = useState(message)
  if (message && message !== shown) setShown(message)
  return (
    <Drawer opened={message !== undefined} onClose={onClose} title={texts.payload} size={740}>
      {shown && <MessageView message={shown} chosen={chosen} onChoose={setChosen} />}
    </Drawer>
  )
}

interface MessageViewProps {
  readonly message: InflightMessage
  /** Stays from message to message; without a choice the view that fits best. */
  readonly chosen: PayloadView | undefined
  readonly onChoose: (view: PayloadView) => void
}

function MessageView({ message, chosen, onChoose }: MessageViewProps) {
  const texts = useMessages(detailMessages)
  const format = useFormat()
  const { payload = '' } = message
  const bytes = useMemo(() => fromBase64(payload), [payload])
  const view = chosen ?? bestView(bytes)
  return (
    <Stack gap={4}>
      <DescriptionList
        minWidth={280}
        items={[
          { label: texts.messageTopic, value: <Mono>{message.topic}</Mono> },
          { label: texts.messageId, value: <Mono>{message.msgid}</Mono> },
          { label: texts.publishedAt, value: format.dateTime(message.publish_at) },
          { label: texts.size, value: format.bytes(bytes.length) },
        ]}
      />
      <Group>
        <SegmentedControl
          label={texts.showAs}
          value={view}
          onChange={onChoose}
          options={payloadViews.map((value) => ({ value, label: texts.views[value] }))}
        />
      </Group>
      <Payload base64={payload} bytes={bytes} view={view} />
    </Stack>
  )
}

/** Characters; more makes the browser slow, and nobody reads it here. */
const longest = 200_000

interface PayloadProps {
  readonly base64: string
  readonly bytes: Uint8Array
  readonly view: PayloadView
}

function Payload({ base64, bytes, view }: PayloadProps) {
  const texts = useMessages(detailMessages)
  const whole = useMemo(() => render(base64, bytes, view), [base64, bytes, view])
  if (bytes.length === 0) return <Notice>{texts.emptyPayload}</Notice>
  if (whole === undefined) return <Notice tone="amber">{view === 'json' ? texts.notJson : texts.notText}</Notice>
  const isLong = whole.length > longest
  return (
    <Stack gap={3}>
      {isLong && <Notice>{texts.truncated}</Notice>}
      <CodeBlock code={isLong ? beginningOf(whole) : whole} copy={whole} wrap={view !== 'hex'} />
    </Stack>
  )
}

function render(base64: string, bytes: Uint8Array, view: PayloadView): string | undefined {
  if (view === 'base64') return base64
  if (view === 'hex') return toHexDump(bytes)
  const text = toText(bytes)
  return view === 'json' && text !== undefined ? toPrettyJson(text) : text
}

/** Whole lines where there are lines. */
function beginningOf(text: string): string {
  const line = text.lastIndexOf('\n', longest)
  return text.slice(0, line > 0 ? line : longest)
}
