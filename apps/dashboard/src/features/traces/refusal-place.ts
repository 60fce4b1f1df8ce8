import { ApiError } from '@mqdeck/contract'
import { isTraceLimitError } from '../../traces/index.ts'
import type { DraftFaults } from './draft.ts'

type RefusalPlace = keyof DraftFaults | 'form'

/** What the broker said, by where it belongs. */
export type Refused = { readonly [place in RefusalPlace]?: string }

/** Beside which field the broker's refusal of a new trace belongs; it says so only in its words. */
export function refusalPlace(error: unknown): RefusalPlace {
  if (!(error instanceof ApiError) || isTraceLimitError(error)) return 'form'
  if (error.code === 'ALREADY_EXISTS') return 'name'
  if (error.code === 'DUPLICATE_CONDITION') return 'value'
  if (error.code !== 'INVALID_PARAMS') return 'form'
  if (/^name\b/i.test(error.message)) return 'name'
  if (/^(ip address|topic):|^required (clientid|topic|ip_address|ruleid) field/i.test(error.message)) return 'value'
  return /end_at/.test(error.message) ? 'endAt' : 'form'
}
