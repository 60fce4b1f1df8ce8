import { useMemo, useState } from 'react'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { fromBase64 } from '../../../lib/payload/payload.ts'
import { readPayload } from '../../../lib/payload/payload-input.ts'
import { CodeEditor, Dim, FileButton, Group, Notice, SegmentedControl, Stack } from '../../../ui/index.ts'
import { DecodeOutcome } from '../decoders/decode-outcome.tsx'
import type { Decoding } from '../decoders/decoder-calls.ts'
import { MessageTypeField } from '../decoders/decoder-fields.tsx'
import type { SchemaFormat } from '../decoders/use-decoded.ts'
import { schemaMessages } from './messages.ts'

const formats = ['text', 'hex', 'base64'] as const
type Format = (typeof formats)[number]

const maxBytes = 1024 * 1024

interface TestPanelProps {
  readonly type: SchemaFormat
  readonly source: string
}

/** A payload as text, hex, base64 or file, and the result of decoding it with the schema. */
export function TestPanel({ type, source }: TestPanelProps) {
  const texts = useMessages(schemaMessages)
  const formatted = useFormat()
  const [chosen, setFormat] = useState<Format>()
  const [typed, setTyped] = useState('')
  const [file, setFile] = useState<{ readonly name: string; readonly bytes: Uint8Array }>()
  const [isTooLarge, setTooLarge] = useState(false)
  const [messageType, setMessageType] = useState<string>()
  // Binary payloads cannot be typed as text.
  const format = chosen ?? (type === 'json' ? 'text' : 'hex')
  const read = useMemo(() => readPayload(typed, format), [typed, format])
  const fault = typeof read === 'string' ? (read === 'hex' ? texts.notHex : texts.notBase64) : undefined
  const typedBytes = useMemo(() => {
    if (typeof read === 'string') return undefined
    return read.payload_encoding === 'plain' ? new TextEncoder().encode(read.payload) : fromBase64(read.payload)
  }, [read])
  const bytes = file?.bytes ?? (typed === '' ? undefined : typedBytes)
  const decoding: Decoding = useMemo(
    () => (type === 'protobuf' ? { format: type, source, messageType } : { format: type, source }),
    [type, source, messageType],
  )
  const pick = async (picked: File) => {
    setTooLarge(picked.size > maxBytes)
    if (picked.size <= maxBytes) setFile({ name: picked.name, bytes: new Uint8Array(await picked.arrayBuffer()) })
  }
  return (
    <Stack gap={4}>
      <Dim>{texts.testAbout}</Dim>
      {type === 'protobuf' && <MessageTypeField source={source} value={messageType} onChange={setMessageType} />}
      <Group gap={3} wrap>
        <SegmentedControl
          label={texts.payloadFormat}
          value={format}
          onChange={(next) => {
            setFormat(next)
            setFile(undefined)
          }}
          options={formats.map((value) => ({ value, label: texts.formats[value] }))}
        />
        <FileButton label={texts.chooseFile} size="small" extensions={[]} onPick={(picked) => void pick(picked)} />
      </Group>
      {isTooLarge && <Notice tone="amber">{texts.fileTooLarge}</Notice>}
      {file ? (
        <Dim>{texts.fromFile(file.name, formatted.bytes(file.bytes.length))}</Dim>
      ) : (
        <CodeEditor
          label={texts.payload}
          language={format === 'text' && type === 'json' ? 'json' : 'text'}
          value={typed}
          onChange={setTyped}
          minLines={4}
          maxLines={12}
          error={fault}
        />
      )}
      <div aria-live="polite">
        {bytes === undefined ? (
          fault === undefined && <Dim>{texts.noPayload}</Dim>
        ) : (
          <DecodeOutcome decoding={decoding} bytes={bytes} />
        )}
      </div>
    </Stack>
  )
}
