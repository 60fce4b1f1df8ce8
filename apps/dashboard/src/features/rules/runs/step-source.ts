import { orIfMissing } from '../../../api/index.ts'
import type { ReadSteps, StepSource } from './step-tail.ts'

/** Reads live steps from this broker, and steps of a log trace from other brokers. */
export function createStepSource(own: ReadSteps, traced: StepSource): StepSource {
  let hasOwn = true

  return {
    async read(after) {
      const answer = hasOwn ? await own(after) : undefined
      if (answer) return answer
      hasOwn = false
      return orIfMissing(traced.read(after), undefined)
    },
    close: traced.close,
  }
}
