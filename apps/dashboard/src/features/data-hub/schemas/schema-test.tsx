import type { RegisteredSchema } from '@mqdeck/contract'
import { useState } from 'react'
import { useChange, useErrorText } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import {
  Button,
  CodeBlock,
  CodeEditor,
  Dim,
  Group,
  Notice,
  Section,
  SegmentedField,
  Select,
  Stack,
} from '../../../ui/index.ts'
import { schemaMessages } from './messages.ts'
import { schemaChanges } from './queries.ts'
import { messageTypesIn } from './uses.ts'

const directions = ['decode', 'encode'] as const
const formats = ['text', 'base64', 'hex'] as const
type Format = (typeof formats)[number]

const payloadOf: Readonly<Record<Format, string>> = {
  text: 'payload',
  base64: 'base64_decode(payload)',
  hex: 'hexstr2bin(payload)',
}

type Outcome = { readonly value: unknown } | { readonly error: unknown }

/** Decodes or encodes a payload with the saved schema, in the broker. */
export function SchemaTest({ schema: { name, type, source } }: { readonly schema: RegisteredSchema }) {
  const texts = useMessages(schemaMessages)
  const types = messageTypesIn(source)
  const [direction, setDirection] = useState<(typeof directions)[number]>('decode')
  const [format, setFormat] = useState<Format>(type === 'json' ? 'text' : 'base64')
  const [messageType, setMessageType] = useState(types[0] ?? '')
  const [payload, setPayload] = useState('')
  const [outcome, setOutcome] = useState<Outcome>()
  const { run, isRunning } = useChange(schemaChanges.evaluate)
  const options = (all: Readonly<Record<string, string>>) =>
    Object.entries(all).map(([value, label]) => ({ value, label }))
  const execute = async () => {
    const of = type === 'protobuf' ? `, '${messageType}'` : ''
    const isDecoding = direction === 'decode'
    const text = format === 'hex' ? payload.replace(/\s/g, '') : payload
    const expression = isDecoding
      ? `schema_decode('${name}', ${payloadOf[format]}${of})`
      : `base64_encode(schema_encode('${name}', json_decode(payload)${of}))`
    try {
      setOutcome({ value: await run({ expression, payload: text }) })
    } catch (error) {
      setOutcome({ error })
    }
  }
  return (
    <Stack gap={4}>
      <Section>
        <Stack gap={4}>
          <Dim>{texts.testAbout}</Dim>
          <Group gap={4} wrap>
            <SegmentedField
              label={texts.direction}
              value={direction}
              onChange={(value) => {
                setDirection(value)
                setOutcome(undefined)
              }}
              options={directions.map((value) => ({ value, label: texts.directions[value] }))}
            />
            {direction === 'decode' && (
              <SegmentedField
                label={texts.payloadFormat}
                value={format}
                onChange={setFormat}
                options={formats.map((value) => ({ value, label: texts.formats[value] }))}
              />
            )}
            {type === 'protobuf' && (
              <Select
                label={texts.messageType}
                value={messageType}
                onChange={(value = '') => setMessageType(value)}
                options={options(Object.fromEntries(types.map((one) => [one, one])))}
              />
            )}
          </Group>
          <CodeEditor
            label={direction === 'decode' ? texts.payload : texts.value}
            language={direction === 'encode' || (type === 'json' && format === 'text') ? 'json' : 'text'}
            value={payload}
            minLines={6}
            onChange={(text) => {
              setPayload(text)
              setOutcome(undefined)
            }}
          />
          <Group>
            <Button
              variant="primary"
              loading={isRunning}
              disabled={payload.trim() === ''}
              onClick={() => void execute()}
            >
              {texts.run}
            </Button>
          </Group>
        </Stack>
      </Section>
      <div aria-live="polite">{outcome && <Result outcome={outcome} direction={direction} />}</div>
    </Stack>
  )
}

function Result({
  outcome,
  direction,
}: {
  readonly outcome: Outcome
  readonly direction: (typeof directions)[number]
}) {
  const texts = useMessages(schemaMessages)
  const format = useFormat()
  const errorText = useErrorText()
  if ('error' in outcome)
    return (
      <Notice tone="red">
        {texts.invalid}: {errorText(outcome.error)}
      </Notice>
    )
  const { value } = outcome
  if (direction === 'decode')
    return (
      <Section title={texts.decoded}>
        <Stack gap={3}>
          <Notice>{texts.valid}</Notice>
          <CodeBlock code={JSON.stringify(value, undefined, 2)} />
        </Stack>
      </Section>
    )
  const bytes = Uint8Array.from(atob(String(value)), (one) => one.charCodeAt(0))
  return (
    <Section title={`${texts.encoded}, ${texts.bytes(format.number(bytes.length))}`}>
      <Stack gap={3}>
        <Dim>{texts.formats.base64}</Dim>
        <CodeBlock code={String(value)} wrap />
        <Dim>{texts.formats.hex}</Dim>
        <CodeBlock code={[...bytes].map((one) => one.toString(16).padStart(2, '0')).join(' ')} wrap />
      </Stack>
    </Section>
  )
}
