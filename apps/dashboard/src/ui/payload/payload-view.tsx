import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, Suspense, use, useMemo, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { downloadBytes } from '../../lib/browser/download.ts'
import {
  bestFormat,
  fileNameOf,
  fromBase64,
  type PayloadFormat,
  payloadFormats,
  toHexDump,
  toPrettyJson,
  toText,
} from '../../lib/payload/payload.ts'
import { Button } from '../buttons/button.tsx'
import { Drawer } from '../dialogs/dialogs.tsx'
import { Notice, Skeleton } from '../feedback/state.tsx'
import { Group, Stack } from '../layout/layout.tsx'
import { SegmentedControl } from '../navigation/choice.tsx'
import { CodeBlock } from '../text/text.tsx'
import { type PayloadDecoding, usePayloadDecoding } from './payload-decoding.ts'
import { payloadMessages } from './payload-view-messages.ts'

type ShownFormat = PayloadFormat | 'decoded'

/** The payload format. It is kept for the next messages; without a choice the best format of each payload. */
export interface FormatChoice {
  readonly chosen: ShownFormat | undefined
  readonly onChoose: (format: ShownFormat) => void
}

interface PayloadDrawerProps<Message> {
  /** Undefined while the drawer is closed. */
  readonly message: Message | undefined
  readonly onClose: () => void
  /** Properties of the message, and a PayloadView with this format. */
  readonly children: (message: Message, choice: FormatChoice) => ReactNode
}

/**
 * Drawer for a message with its payload, next to the list. Not part of the index: it is loaded with the pages that
 * use it.
 */
export function PayloadDrawer<Message>({ message, onClose, children }: PayloadDrawerProps<Message>) {
  const texts = useMessages(payloadMessages)
  const [chosen, onChoose] = useState<ShownFormat>()
  // The content stays in the panel while it slides out.
  const [shown, setShown] = useState(message)
  if (message !== undefined && message !== shown) setShown(message)
  return (
    <Drawer opened={message !== undefined} onClose={onClose} title={texts.payload} size={740}>
      {shown !== undefined && children(shown, { chosen, onChoose })}
    </Drawer>
  )
}

interface PayloadViewProps {
  /** Base64, as in the API. */
  readonly payload: string
  /** Topic of the message, for the name of the downloaded file. */
  readonly topic: string
  readonly choice: FormatChoice
}

/** A payload as text, JSON, hex, base64 or decoded. Copy copies the shown text, download the original bytes. */
export function PayloadView(props: PayloadViewProps) {
  const load = usePayloadDecoding()
  if (!load) return <ShownPayload {...props} decoding={withoutDecoding} />
  return (
    <Suspense fallback={<Skeleton height={120} />}>
      <DecodablePayload {...props} load={load} />
    </Suspense>
  )
}

const withoutDecoding = { Decoded: undefined, useHasDecoder: () => false } as const
let loading: Promise<PayloadDecoding | typeof withoutDecoding> | undefined

function DecodablePayload({ load, ...props }: PayloadViewProps & { readonly load: () => Promise<PayloadDecoding> }) {
  // Without the decoders, the other formats can still be shown.
  loading ??= load().catch(() => withoutDecoding)
  return <ShownPayload {...props} decoding={use(loading)} />
}

interface ShownPayloadProps extends PayloadViewProps {
  readonly decoding: PayloadDecoding | typeof withoutDecoding
}

function ShownPayload({ payload, topic, choice, decoding }: ShownPayloadProps) {
  const texts = useMessages(payloadMessages)
  const bytes = useMemo(() => fromBase64(payload), [payload])
  const fitting = useMemo(() => bestFormat(bytes), [bytes])
  const { Decoded, useHasDecoder } = decoding
  const hasDecoder = useHasDecoder(topic)
  const format = choice.chosen ?? (hasDecoder ? 'decoded' : fitting)
  const formats: readonly ShownFormat[] = Decoded ? [...payloadFormats, 'decoded'] : payloadFormats
  if (bytes.length === 0) return <Notice>{texts.empty}</Notice>
  return (
    <Stack gap={4}>
      <Group justify="between" wrap>
        <SegmentedControl
          label={texts.format}
          value={format}
          onChange={choice.onChoose}
          options={formats.map((value) => ({ value, label: texts.formats[value] }))}
        />
        <Button
          size="small"
          icon={<IconDownload size={16} aria-hidden />}
          onClick={() => downloadBytes(fileNameOf(topic, bytes), bytes)}
        >
          {texts.download}
        </Button>
      </Group>
      {format !== 'decoded' ? (
        <Formatted base64={payload} bytes={bytes} format={format} />
      ) : (
        Decoded && (
          <Suspense fallback={<Skeleton height={120} />}>
            <Decoded bytes={bytes} topic={topic} />
          </Suspense>
        )
      )}
    </Stack>
  )
}

/** Maximum number of characters shown; more would slow the browser down. */
const longest = 200_000

interface FormattedProps {
  readonly base64: string
  readonly bytes: Uint8Array
  readonly format: PayloadFormat
}

function Formatted({ base64, bytes, format }: FormattedProps) {
  const texts = useMessages(payloadMessages)
  const whole = useMemo(() => render(base64, bytes, format), [base64, bytes, format])
  if (whole === undefined) return <Notice tone="amber">{format === 'json' ? texts.notJson : texts.notText}</Notice>
  return <LongCode code={whole} wrap={format !== 'hex'} />
}

/** Code of any length, of which only the beginning is shown. */
export function LongCode({ code, wrap = true }: { readonly code: string; readonly wrap?: boolean }) {
  const texts = useMessages(payloadMessages)
  const isLong = code.length > longest
  return (
    <Stack gap={3}>
      {isLong && <Notice>{texts.truncated}</Notice>}
      <CodeBlock code={isLong ? beginningOf(code) : code} copy={code} wrap={wrap} />
    </Stack>
  )
}

function render(base64: string, bytes: Uint8Array, format: PayloadFormat): string | undefined {
  if (format === 'base64') return base64
  if (format === 'hex') return toHexDump(bytes)
  const text = toText(bytes)
  return format === 'json' && text !== undefined ? toPrettyJson(text) : text
}

/** Cuts at a line break if possible. */
function beginningOf(text: string): string {
  const line = text.lastIndexOf('\n', longest)
  return text.slice(0, line > 0 ? line : longest)
}
