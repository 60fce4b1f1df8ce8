import { traceFormatters, tracePayloads } from '@mqdeck/contract'
import { useMessages } from '../../i18n/index.ts'
import { Notice, RadioField, SegmentedField, Stack } from '../../ui/index.ts'
import { createMessages } from './create-messages.ts'
import type { DraftFieldsProps } from './draft-fields-props.ts'
import { messages } from './messages.ts'

/** Payload encoding and line format. */
export function OutputFields({
  draft: { payload, formatter },
  onChange,
}: Pick<DraftFieldsProps, 'draft' | 'onChange'>) {
  const texts = useMessages(createMessages)
  const { payloads, formatters } = useMessages(messages)
  return (
    <>
      <Stack gap={3}>
        <SegmentedField
          label={texts.payload}
          value={payload}
          onChange={(next) => onChange({ payload: next })}
          options={tracePayloads.map((value) => ({ value, label: payloads[value] }))}
        />
        <Notice tone={payload === 'hidden' ? 'grey' : 'amber'}>{texts.payloadNotes[payload]}</Notice>
      </Stack>
      <RadioField
        label={texts.format}
        value={formatter}
        onChange={(next) => onChange({ formatter: next })}
        options={traceFormatters.map((value) => ({
          value,
          label: formatters[value],
          description: texts.formatterHelp[value],
        }))}
      />
    </>
  )
}
