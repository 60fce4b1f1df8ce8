import { type ExplainRequest, explain } from '@mqdeck/contract'
import { defineChange, orIfMissing } from '../data/index.ts'
import { type Outcome, toOutcome } from './outcome.ts'

/** Changes nothing; done when it is asked for, and not again by itself. */
export const explainChange = defineChange<ExplainRequest, Outcome>({
  async apply(call, body) {
    const explanation = await orIfMissing(call(explain, { body }), undefined)
    if (explanation) return toOutcome(explanation)
    // A broker without this endpoint.
    const { evaluate } = await import('./evaluate.ts')
    return evaluate(call, body)
  },
  invalidates: [],
})
