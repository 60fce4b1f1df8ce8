import { useMessages } from '../../i18n/index.ts'
import { DateTimeField, SegmentedField, TextField } from '../../ui/index.ts'
import { banLengths, hasEnded, type Terms, untilOf } from './ban-terms.ts'
import { messages } from './messages.ts'

interface TermsFieldsProps {
  readonly terms: Terms
  readonly onChange: (terms: Terms) => void
  /** Whether missing and invalid fields are marked. */
  readonly showsFaults: boolean
}

/** Fields for reason and duration of a ban. `untilOf` returns the resulting end. */
export function TermsFields({ terms, onChange, showsFaults }: TermsFieldsProps) {
  const texts = useMessages(messages)
  return (
    <>
      <TextField
        label={texts.reason}
        description={texts.reasonHint}
        autoComplete="off"
        value={terms.reason}
        onChange={(event) => onChange({ ...terms, reason: event.currentTarget.value })}
      />
      <SegmentedField
        label={texts.duration}
        value={terms.length}
        onChange={(length) => onChange({ ...terms, length })}
        options={banLengths.map((value) => ({ value, label: texts.durations[value] }))}
      />
      {terms.length === 'date' && (
        <DateTimeField
          required
          label={texts.endDate}
          value={terms.date}
          onChange={(date) => onChange({ ...terms, date })}
          error={showsFaults ? endFault(terms, texts) : undefined}
        />
      )}
    </>
  )
}

/** Why the end of a ban is not valid. Brokers reject bans that have expired. */
export function endFault(terms: Terms, texts: typeof messages.en): string | undefined {
  const until = untilOf(terms, Date.now())
  if (until === undefined) return texts.endDateMissing
  return hasEnded(until, Date.now()) ? texts.endDatePast : undefined
}
