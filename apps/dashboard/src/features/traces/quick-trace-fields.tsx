import { tracePayloads } from '@mqdeck/contract'
import { useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { Dim, SegmentedField, Stack } from '../../ui/index.ts'
import { createMessages } from './create-messages.ts'
import type { TraceDraft } from './draft.ts'
import { messages } from './messages.ts'

const quickLengths = ['tenMinutes', 'halfHour', 'hour'] as const
/** The safest choice first. */
const payloads = tracePayloads.toReversed()

interface QuickTraceFieldsProps {
  readonly initial: TraceDraft
  readonly onChange: (draft: TraceDraft) => void
}

/** Duration and payload of a trace that starts now. */
export function QuickTraceFields({ initial, onChange }: QuickTraceFieldsProps) {
  const texts = useMessages(createMessages)
  const names = useMessages(messages)
  const [draft, setDraft] = useState(initial)
  const change = (part: Partial<TraceDraft>) => {
    const next = { ...draft, ...part }
    setDraft(next)
    onChange(next)
  }
  return (
    <Stack gap={4}>
      <SegmentedField
        label={texts.duration}
        value={quickLengths.find((length) => length === draft.length)}
        onChange={(length) => change({ length })}
        options={quickLengths.map((value) => ({ value, label: texts.lengths[value] }))}
      />
      <Stack gap={2}>
        <SegmentedField
          label={texts.payload}
          value={draft.payload}
          onChange={(payload) => change({ payload })}
          options={payloads.map((value) => ({ value, label: names.payloads[value] }))}
        />
        <Dim small>{texts.payloadNotes[draft.payload]}</Dim>
      </Stack>
    </Stack>
  )
}
