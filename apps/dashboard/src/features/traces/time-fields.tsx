import { useMessages } from '../../i18n/index.ts'
import { DateTimeField, SegmentedField } from '../../ui/index.ts'
import { createMessages } from './create-messages.ts'
import { traceLengths } from './draft.ts'
import type { FieldsOfDraft } from './fields-of-draft.ts'

/** When the trace begins and ends. */
export function TimeFields({ draft, faults, refused, onChange }: FieldsOfDraft) {
  const texts = useMessages(createMessages)
  const { begins, beginAt, length, endAt } = draft
  const endProblem = faults.endAt ? texts.timeFaults[faults.endAt] : refused?.endAt
  return (
    <>
      <SegmentedField
        label={texts.begins}
        value={begins}
        onChange={(next) => onChange({ begins: next })}
        options={(['now', 'date'] as const).map((value) => ({ value, label: texts.beginChoices[value] }))}
      />
      {begins === 'date' && (
        <DateTimeField
          required
          label={texts.beginAt}
          value={beginAt}
          onChange={(next) => onChange({ beginAt: next })}
          error={faults.beginAt && texts.timeFaults[faults.beginAt]}
        />
      )}
      <SegmentedField
        label={texts.ends}
        value={length}
        onChange={(next) => onChange({ length: next })}
        options={traceLengths.map((value) => ({ value, label: texts.lengths[value] }))}
        error={length === 'date' ? undefined : endProblem}
      />
      {length === 'date' && (
        <DateTimeField
          required
          label={texts.endAt}
          value={endAt}
          onChange={(next) => onChange({ endAt: next })}
          error={endProblem}
        />
      )}
    </>
  )
}
