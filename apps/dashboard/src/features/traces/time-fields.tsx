import { useMessages } from '../../i18n/index.ts'
import { DateTimeField, SegmentedField } from '../../ui/index.ts'
import { createMessages } from './create-messages.ts'
import { traceLengths } from './draft.ts'
import type { DraftFieldsProps } from './draft-fields-props.ts'

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
