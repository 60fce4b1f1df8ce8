import { traceFormatters, tracePayloads } from '@mqdeck/contract'
import { useMessages } from '../../i18n/index.ts'
import { Notice, RadioField, SegmentedField, Stack } from '../../ui/index.ts'
import { createMessages } from './create-messages.ts'
import type { FieldsOfDraft } from './fields-of-draft.ts'
import { messages } from './messages.ts'

/** What is written of payloads, and how the lines look. */
export function OutputFields({ draft: { payload, formatter }, onChange }: Pick<FieldsOfDraft, 'draft' | 'onChange'>) {
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
        label={texts.formatter}
        value={formatter}
        onChange={(next) => onChange({ formatter: next })}
        options={traceFormatters.map((value) => ({
          value,
          label: formatters[value],
          description: texts.formatterNotes[value],
        }))}
      />
    </>
  )
}
