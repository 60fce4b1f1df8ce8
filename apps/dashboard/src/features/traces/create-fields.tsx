import { traceFormatters, tracePayloads } from '@mqdeck/contract'
import { useMessages } from '../../i18n/index.ts'
import { DateTimeField, Notice, RadioField, SegmentedField, Stack, TextField } from '../../ui/index.ts'
import { createMessages } from './create-messages.ts'
import { type DraftFieldsProps, traceLengths } from './draft.ts'
import { messages } from './messages.ts'

/** Name of the trace, with a default until one is entered. */
export function NameField({ name, faults, serverErrors, onChange }: DraftFieldsProps & { readonly name: string }) {
  const texts = useMessages(createMessages)
  return (
    <TextField
      mono
      required
      label={texts.name}
      description={texts.nameHelp}
      autoComplete="off"
      maxLength={256}
      value={name}
      onChange={(event) => onChange({ name: event.currentTarget.value })}
      error={faults.name ? texts.nameFaults[faults.name] : serverErrors?.name}
    />
  )
}

/** Start and end of the trace. */
export function TimeFields({ draft, faults, serverErrors, onChange }: DraftFieldsProps) {
  const texts = useMessages(createMessages)
  const { starts, startAt, length, endAt } = draft
  const endError = faults.endAt ? texts.timeFaults[faults.endAt] : serverErrors?.endAt
  return (
    <>
      <SegmentedField
        label={texts.starts}
        value={starts}
        onChange={(next) => onChange({ starts: next })}
        options={(['now', 'date'] as const).map((value) => ({ value, label: texts.startChoices[value] }))}
      />
      {starts === 'date' && (
        <DateTimeField
          required
          label={texts.startAt}
          value={startAt}
          onChange={(next) => onChange({ startAt: next })}
          error={faults.startAt && texts.timeFaults[faults.startAt]}
        />
      )}
      <SegmentedField
        label={texts.duration}
        value={length}
        onChange={(next) => onChange({ length: next })}
        options={traceLengths.map((value) => ({ value, label: texts.lengths[value] }))}
        error={length === 'date' ? undefined : endError}
      />
      {length === 'date' && (
        <DateTimeField
          required
          label={texts.endAt}
          value={endAt}
          onChange={(next) => onChange({ endAt: next })}
          error={endError}
        />
      )}
    </>
  )
}

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
