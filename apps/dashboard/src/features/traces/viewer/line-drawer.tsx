import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { toBase64, toPrettyJson } from '../../../lib/payload/payload.ts'
import {
  Button,
  ClientLink,
  CodeBlock,
  type Description,
  DescriptionList,
  Drawer,
  Group,
  IconButton,
  Mono,
  Notice,
  Stack,
} from '../../../ui/index.ts'
import { type FormatChoice, PayloadView } from '../../../ui/payload/payload-view.tsx'
import { clockTime, lineMessages, parseTraceLine, type TraceLine } from '../../log/index.ts'
import { PacketChip } from './line-row.tsx'
import type { Line } from './lines.ts'
import { viewerMessages } from './viewer-messages.ts'

interface LineDrawerProps {
  /** Undefined while the drawer is closed. */
  readonly line: Line | undefined
  readonly onClose: () => void
  /** Opens the previous or next line, if there is one. */
  readonly onStep: (direction: -1 | 1) => void
  /** Set if only matching lines are shown. */
  readonly onShowInTrace?: ((position: number) => void) | undefined
}

/** Details of a line. */
export function LineDrawer({ line, onClose, onStep, onShowInTrace }: LineDrawerProps) {
  const texts = useMessages(viewerMessages)
  const [chosen, onChoose] = useState<FormatChoice['chosen']>()
  // Keeps the last line visible while the drawer closes.
  const [shown, setShown] = useState(line)
  if (line && line !== shown) setShown(line)
  return (
    <Drawer opened={line !== undefined} onClose={onClose} title={texts.line} size={740}>
      {shown && (
        <Stack gap={5}>
          <Group justify="between" wrap>
            <Group>
              <IconButton
                label={texts.previousLine}
                icon={<IconChevronUp size={16} aria-hidden />}
                onClick={() => onStep(-1)}
              />
              <IconButton
                label={texts.nextLine}
                icon={<IconChevronDown size={16} aria-hidden />}
                onClick={() => onStep(1)}
              />
            </Group>
            {onShowInTrace && <Button onClick={() => onShowInTrace(shown.position)}>{texts.showInTrace}</Button>}
          </Group>
          <LineDetails line={parseTraceLine(shown.text)} choice={{ chosen, onChoose }} />
          <Part title={texts.rawLine}>
            <CodeBlock code={shown.text} wrap />
          </Part>
        </Stack>
      )}
    </Drawer>
  )
}

/** Longer fields, in characters, are shown as a separate block. */
const maxInlineLength = 48

function LineDetails({ line, choice }: { readonly line: TraceLine; readonly choice: FormatChoice }) {
  const texts = useMessages(viewerMessages)
  const lineTexts = useMessages(lineMessages)
  const format = useFormat()
  const { time, level, tag, msg, clientId, peername, packet, payload, fields } = line
  const nameOf = (name: string) => (name === '' ? texts.message : name)
  const isLong = ([, value]: readonly [string, string]) => value.length > maxInlineLength
  const items: readonly (Description | false | undefined)[] = [
    time !== undefined && { label: texts.time, value: `${format.date(time)} ${clockTime(time)}` },
    level && { label: lineTexts.level, value: lineTexts.levels[level] },
    tag !== '' && { label: texts.tag, value: <Mono>{tag}</Mono> },
    { label: texts.message, value: <Mono>{msg}</Mono> },
    clientId !== undefined && { label: texts.clientId, value: <ClientLink clientid={clientId} /> },
    peername !== undefined && { label: texts.peername, value: <Mono>{peername}</Mono> },
    ...fields
      .filter((field) => !isLong(field))
      .map(([name, value]) => ({ label: nameOf(name), value: <Mono>{value}</Mono> })),
  ]
  return (
    <>
      <DescriptionList
        minWidth={200}
        items={items.filter((item): item is Description => item !== false && item !== undefined)}
      />
      {fields.filter(isLong).map(([name, value]) => (
        <Part key={`${name}=${value}`} title={nameOf(name)}>
          <CodeBlock code={toPrettyJson(value) ?? value} wrap />
        </Part>
      ))}
      {packet && (
        <Part
          title={
            <Group>
              {texts.packet} <PacketChip packet={packet} />
            </Group>
          }
        >
          <CodeBlock code={packet.text} wrap />
        </Part>
      )}
      {payload && (
        <Part title={texts.payload}>
          <Payload
            payload={payload}
            topic={fields.find(([name]) => name === 'topic')?.[1] ?? 'payload'}
            choice={choice}
          />
        </Part>
      )}
    </>
  )
}

function Part({ title, children }: { readonly title: ReactNode; readonly children: ReactNode }) {
  return (
    <Stack gap={2}>
      <strong>{title}</strong>
      {children}
    </Stack>
  )
}

interface PayloadProps {
  readonly payload: NonNullable<TraceLine['payload']>
  readonly topic: string
  readonly choice: FormatChoice
}

function Payload({ payload: { text, encode }, topic, choice }: PayloadProps) {
  const texts = useMessages(viewerMessages)
  const format = useFormat()
  if (encode === 'hidden') return <Notice>{texts.payloadHidden}</Notice>
  const truncation = /\.\.\.\((\d+) bytes\)$/.exec(text)
  const content = truncation ? text.slice(0, truncation.index) : text
  const bytes = encode === 'hex' ? fromHex(content) : undefined
  return (
    <Stack gap={2}>
      {truncation && <Notice>{texts.payloadTruncated(format.number(Number(truncation[1])))}</Notice>}
      <PayloadView payload={toBase64(bytes ?? new TextEncoder().encode(content))} topic={topic} choice={choice} />
    </Stack>
  )
}

/** Undefined if the text is not hexadecimal. */
function fromHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^(?:[0-9A-Fa-f]{2})*$/.test(text)) return undefined
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
}
