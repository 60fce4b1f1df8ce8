import type { DraftFaults, TraceDraft } from './draft.ts'
import type { Refused } from './refusal-place.ts'

/** What the fields of the form share. */
export interface FieldsOfDraft {
  readonly draft: TraceDraft
  /** What is wrong with it, once somebody has tried. */
  readonly faults: DraftFaults
  readonly refused: Refused | undefined
  readonly onChange: (change: Partial<TraceDraft>) => void
}
