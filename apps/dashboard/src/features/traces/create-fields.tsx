import { traceFormatters, tracePayloads } from '@mqdeck/contract'
import { useMessages } from '../../i18n/index.ts'
import { DateTimeField, Notice, RadioField, SegmentedField, Stack, TextField } from '../../ui/index.ts'
import { createMessages } from './create-messages.ts'
import { type TraceForm, traceLengths } from './draft.ts'
import { messages } from './messages.ts'

/** Name of the trace, with a default until one is entered. */
export function NameField({ form, name }: { readonly form: TraceForm; readonly name: string }) {
  const texts = useMessages(createMessages)
  const { onChange, error } = form.field('name')
  return (
    <TextField
      mono
      required
      label={texts.name}
      description={texts.nameHelp}
      autoComplete="off"
      maxLength={256}
      value={name}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}

/** Start and end of the trace. */
export function TimeFields({ form }: { readonly form: TraceForm }) {
  const texts = useMessages(createMessages)
  const { starts, length } = form.values
  return (
    <>
      <SegmentedField
        label={texts.starts}
        options={(['now', 'date'] as const).map((value) => ({ value, label: texts.startChoices[value] }))}
        {...form.field('starts')}
      />
      {starts === 'date' && <DateTimeField required label={texts.startAt} {...form.field('startAt')} />}
      <SegmentedField
        label={texts.duration}
        options={traceLengths.map((value) => ({ value, label: texts.lengths[value] }))}
        {...form.field('length')}
      />
      {length === 'date' && <DateTimeField required label={texts.endAt} {...form.field('endAt')} />}
    </>
  )
}

/** Payload encoding and line format. */
export function OutputFields({ form }: { readonly form: TraceForm }) {
  const texts = useMessages(createMessages)
  const { payloads, formatters } = useMessages(messages)
  const { payload } = form.values
  return (
    <>
      <Stack gap={3}>
        <SegmentedField
          label={texts.payload}
          options={tracePayloads.map((value) => ({ value, label: payloads[value] }))}
          {...form.field('payload')}
        />
        <Notice tone={payload === 'hidden' ? 'grey' : 'amber'}>{texts.payloadNotes[payload]}</Notice>
      </Stack>
      <RadioField
        label={texts.format}
        options={traceFormatters.map((value) => ({
          value,
          label: formatters[value],
          description: texts.formatterHelp[value],
        }))}
        {...form.field('formatter')}
      />
    </>
  )
}
