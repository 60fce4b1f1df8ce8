import { listSecondFactors, type SecondFactor } from '@mqdeck/contract'
import { orIfMissing } from './errors.ts'
import { defineQuery } from './query.ts'

export interface SecondFactors {
  /** Undefined where the broker is another server than the one of this page. */
  readonly factors: readonly SecondFactor[] | undefined
}

/** Who has a second factor; users without one are not in the list. */
export const secondFactorsQuery = defineQuery<undefined, SecondFactors>({
  name: 'second-factors',
  load: async (call, _args, signal) => ({ factors: await orIfMissing(call(listSecondFactors, { signal }), undefined) }),
})
