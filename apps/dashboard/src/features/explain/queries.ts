import { type ExplainRequest, explain } from '@mqdeck/contract'
import { defineChange, orIfMissing } from '../../api/index.ts'
import { type ExplainResult, toExplainResult } from './explain-result.ts'

/** Changes nothing on the broker. Runs only on request, and is not repeated. */
export const explainChange = defineChange<ExplainRequest, ExplainResult>({
  async apply(call, body) {
    const explanation = await orIfMissing(call(explain, { body }), undefined)
    if (explanation) return toExplainResult(explanation)
    // Brokers without this endpoint.
    const { evaluate } = await import('./evaluate.ts')
    return evaluate(call, body)
  },
  invalidates: [],
})
