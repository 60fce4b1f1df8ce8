import { type Trace, traceStates } from '@mqdeck/contract'
import { z } from 'zod'
import { conditionOf } from '../../traces/index.ts'

export const listSearch = z.object({
  q: z.string().default(''),
  state: z.enum(traceStates).optional().catch(undefined),
})

/** Those with the text in their name or in what they trace, in the state that is wanted. */
export function found(traces: readonly Trace[], { q, state }: Readonly<z.output<typeof listSearch>>): readonly Trace[] {
  const wanted = q.trim().toLowerCase()
  return traces.filter(
    (trace) =>
      (state === undefined || trace.status === state) &&
      [trace.name, conditionOf(trace).value].some((text) => text.toLowerCase().includes(wanted)),
  )
}

/** Bytes on all nodes that run. */
export const sizeOf = ({ log_size: sizes }: Trace): number => Object.values(sizes).reduce((sum, size) => sum + size, 0)
