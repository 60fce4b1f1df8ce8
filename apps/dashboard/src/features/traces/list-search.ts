import { type Trace, traceStates } from '@mqdeck/contract'
import { z } from 'zod'
import { conditionOf } from './index.ts'

export const listSearch = z.object({
  q: z.string().default(''),
  state: z.enum(traceStates).optional().catch(undefined),
})

/** Traces in this state whose name or condition contains the text. */
export function filterTraces(
  traces: readonly Trace[],
  { q, state }: Readonly<z.output<typeof listSearch>>,
): readonly Trace[] {
  const text = q.trim().toLowerCase()
  return traces.filter(
    (trace) =>
      (state === undefined || trace.status === state) &&
      [trace.name, conditionOf(trace).value].some((field) => field.toLowerCase().includes(text)),
  )
}

/** Total size in bytes on all running nodes. */
export const sizeOf = ({ log_size: sizes }: Trace): number => Object.values(sizes).reduce((sum, size) => sum + size, 0)
