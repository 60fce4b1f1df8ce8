import type { DraftFaults, TraceDraft } from './draft.ts'
import type { ServerErrors } from './server-errors.ts'

/** Props shared by the fields of the form. */
export interface DraftFieldsProps {
  readonly draft: TraceDraft
  /** Empty until the form is submitted. */
  readonly faults: DraftFaults
  readonly serverErrors: ServerErrors | undefined
  readonly onChange: (change: Partial<TraceDraft>) => void
}
