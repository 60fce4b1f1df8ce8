import { ApiError } from '@mqdeck/contract'
import type { DraftFaults } from './draft.ts'
import { isTraceLimitError } from './index.ts'

type ErrorPlace = keyof DraftFaults | 'form'

/** Error messages of the broker by form field. */
export type ServerErrors = { readonly [place in ErrorPlace]?: string }

/** The field that an error of the broker belongs to. It can only be recognized by code and message. */
export function errorPlace(error: unknown): ErrorPlace {
  if (!(error instanceof ApiError) || isTraceLimitError(error)) return 'form'
  if (error.code === 'ALREADY_EXISTS') return 'name'
  if (error.code === 'DUPLICATE_CONDITION') return 'value'
  if (error.code !== 'INVALID_PARAMS') return 'form'
  if (/^name\b/i.test(error.message)) return 'name'
  if (/^(ip address|topic):|^required (clientid|topic|ip_address|ruleid) field/i.test(error.message)) return 'value'
  return /end_at/.test(error.message) ? 'endAt' : 'form'
}
