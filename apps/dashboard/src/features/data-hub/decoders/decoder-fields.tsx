import type { RegisteredSchema } from '@mqdeck/contract'
import { useEffect } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { Group, Select } from '../../../ui/index.ts'
import type { DecoderChoice } from './bindings.ts'
import { decoderMessages } from './messages.ts'
import { formatOf, messageTypesOf, useSchemaCheck } from './use-decoded.ts'

interface DecoderFieldsProps {
  readonly choice: DecoderChoice | undefined
  readonly onChange: (choice: DecoderChoice | undefined) => void
  readonly schemas: readonly RegisteredSchema[]
  readonly error?: string | undefined
}

const builtIn = ['cbor', 'msgpack', 'sparkplug'] as const
const prefix = 'schema:'

/** The choice of a decoder, and for Protobuf of a message type. */
export function DecoderFields({ choice, onChange, schemas, error }: DecoderFieldsProps) {
  const texts = useMessages(decoderMessages)
  const named = choice?.format === 'schema' ? choice.schema : undefined
  const isMissing = named !== undefined && !schemas.some(({ name }) => name === named)
  const schema = schemas.find(({ name }) => name === named)
  return (
    <Group gap={3} wrap align="start">
      <Select
        label={texts.decodeAs}
        placeholder={texts.chooseDecoder}
        error={error}
        value={named === undefined ? choice?.format : prefix + named}
        options={[
          ...builtIn.map((value) => ({ value, label: texts.formats[value] })),
          ...schemas.map(({ name, type }) => ({
            value: prefix + name,
            label: texts.schemaOption(name, texts.typeOf(type)),
          })),
          ...(isMissing ? [{ value: prefix + named, label: texts.missingOption(named) }] : []),
        ]}
        onChange={(value) => {
          const format = builtIn.find((one) => one === value)
          onChange(
            format
              ? { format }
              : value === undefined
                ? undefined
                : { format: 'schema', schema: value.slice(prefix.length) },
          )
        }}
      />
      {schema?.type === 'protobuf' && choice?.format === 'schema' && (
        <MessageTypeField
          source={schema.source}
          value={choice.messageType}
          onChange={(messageType) => onChange({ ...choice, messageType })}
        />
      )}
    </Group>
  )
}

interface MessageTypeFieldProps {
  /** Of the Protobuf schema. */
  readonly source: string
  readonly value: string | undefined
  readonly onChange: (messageType: string) => void
}

/** The message types of a Protobuf schema. The first one is chosen until the user does. */
export function MessageTypeField({ source, value, onChange }: MessageTypeFieldProps) {
  const texts = useMessages(decoderMessages)
  const types = messageTypesOf(useSchemaCheck(formatOf('protobuf'), source))
  const [first] = types
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the types change
  useEffect(() => {
    if (first !== undefined && (value === undefined || !types.includes(value))) onChange(first)
  }, [types.join()])
  return (
    <Select
      width={280}
      label={texts.messageType}
      value={value}
      options={types.map((one) => ({ value: one, label: one }))}
      onChange={(chosen) => chosen !== undefined && onChange(chosen)}
    />
  )
}
