import { useMessages } from '../i18n/index.ts'
import { DateTimeField, SegmentedField, TextField } from '../ui/index.ts'
import { banLengths, hasEnded, type Terms, untilOf } from './ban-terms.ts'
import { messages } from './messages.ts'

interface TermsFieldsProps {
  readonly terms: Terms
  readonly onChange: (terms: Terms) => void
  /** Somebody has tried to go on: what is missing is named. */
  readonly isTried: boolean
}

/** Reason and length of a ban. `untilOf(terms, now)` is what they come to. */
export function TermsFields({ terms, onChange, isTried }: TermsFieldsProps) {
  const texts = useMessages(messages)
  const until = untilOf(terms, Date.now())
  const fault = until === undefined ? texts.dateMissing : hasEnded(until, Date.now()) ? texts.dateEnded : undefined
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
        label={texts.until}
        value={terms.length}
        onChange={(length) => onChange({ ...terms, length })}
        options={banLengths.map((value) => ({ value, label: texts.lengths[value] }))}
      />
      {terms.length === 'date' && (
        <DateTimeField
          required
          label={texts.date}
          value={terms.date}
          onChange={(date) => onChange({ ...terms, date })}
          error={isTried ? fault : undefined}
        />
      )}
    </>
  )
}
