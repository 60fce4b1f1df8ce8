import { ApiError, createTrace, listTraces, type NewTrace, type Trace } from '@mqdeck/contract'
import { defineChange, defineQuery } from '../../api/index.ts'

/** All traces, newest first. */
export const tracesQuery = defineQuery<undefined, readonly Trace[]>({
  name: 'traces',
  load: (call, _args, signal) => call(listTraces, { signal }),
  poll: 'chosen',
})

/** Times in RFC 3339. `NewTrace` documents the defaults. */
export type NewTraceBody = Omit<NewTrace, 'start_at' | 'end_at'> & {
  readonly start_at?: string
  readonly end_at?: string
}

/** Ignore the response and reload the list: EMQX returns a wrong end time. */
export const createNewTrace = defineChange<NewTraceBody, Trace>({
  apply: (call, body) => call(createTrace, { body }),
  invalidates: [tracesQuery],
})

/** Whether a trace was rejected because the limit is reached. */
export const isTraceLimitError = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'INVALID_PARAMS' && /the maximum/.test(error.message)
