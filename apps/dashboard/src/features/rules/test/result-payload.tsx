import { useMemo, useState } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { toBase64 } from '../../../lib/payload/payload.ts'
import { Group, Notice, Select, Stack } from '../../../ui/index.ts'
import { type FormatChoice, PayloadView } from '../../../ui/payload/payload-view.tsx'
import {
  bytesOfField,
  type FieldEncoding,
  fieldEncodings,
  hasLostBytes,
  likelyEncoding,
  textFields,
} from './result-fields.ts'
import { testMessages } from './test-messages.ts'

interface ResultPayloadProps {
  /** The result as JSON text. */
  readonly json: string
  /** Of the test message. Its decoder is proposed. */
  readonly topic: string
}

/** A field of the result as a payload: as text, hex or with a decoder. */
export function ResultPayload({ json, topic }: ResultPayloadProps) {
  const texts = useMessages(testMessages)
  const fields = useMemo(() => textFields(json), [json])
  const [name, setName] = useState<string>()
  const [chosenEncoding, setEncoding] = useState<FieldEncoding>()
  const [chosen, onChoose] = useState<FormatChoice['chosen']>()
  if (fields.size === 0) return null
  const text = name === undefined ? undefined : fields.get(name)
  const encoding = chosenEncoding ?? (text === undefined ? 'text' : likelyEncoding(text))
  const bytes = text === undefined ? undefined : bytesOfField(text, encoding)
  return (
    <Stack gap={3}>
      <Group gap={3} wrap align="start">
        <Select
          label={texts.decodeField}
          placeholder={texts.chooseField}
          value={text === undefined ? undefined : name}
          options={[...fields.keys()].map((value) => ({ value, label: value }))}
          onChange={(next) => {
            setName(next)
            setEncoding(undefined)
          }}
        />
        {text !== undefined && (
          <Select
            label={texts.fieldEncoding}
            value={encoding}
            options={fieldEncodings.map((value) => ({ value, label: texts.fieldEncodings[value] }))}
            onChange={(next) => setEncoding(fieldEncodings.find((one) => one === next))}
          />
        )}
      </Group>
      {text !== undefined && hasLostBytes(text) && <Notice tone="amber">{texts.lostBytes}</Notice>}
      {text !== undefined && bytes === undefined && <Notice tone="amber">{texts.wrongEncoding}</Notice>}
      {bytes && <PayloadView payload={toBase64(bytes)} topic={topic} choice={{ chosen, onChoose }} />}
    </Stack>
  )
}
