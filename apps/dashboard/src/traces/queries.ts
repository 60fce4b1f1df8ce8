import { ApiError, createTrace, listTraces, type NewTrace, type Trace } from '@mqdeck/contract'
import { defineChange, defineQuery } from '../data/index.ts'

/** All there are, at most thirty; the newest first. */
export const tracesQuery = defineQuery<undefined, readonly Trace[]>({
  name: 'traces',
  load: (call, _args, signal) => call(listTraces, { signal }),
  poll: 'chosen',
})

/** Times in RFC 3339; see `NewTrace` for what is left out. */
export type NewTraceBody = Omit<NewTrace, 'start_at' | 'end_at'> & {
  readonly start_at?: string
  readonly end_at?: string
}

/** What comes back says less than the list: EMQX answers a wrong end. */
export const createNewTrace = defineChange<NewTraceBody, Trace>({
  apply: (call, body) => call(createTrace, { body }),
  invalidates: [tracesQuery],
})

/** There are as many as there may be. */
export const isFullRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'INVALID_PARAMS' && /the maximum/.test(error.message)
