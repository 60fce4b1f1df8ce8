import { listSecondFactors, type SecondFactor } from '@mqdeck/contract'
import { orIfMissing } from '../../api/errors/errors.ts'
import { defineQuery } from '../../api/query.ts'

export interface TwoFactorUsers {
  /** Undefined if the broker is not the server of this page. */
  readonly factors: readonly SecondFactor[] | undefined
}

/** Users with two-factor authentication. */
export const twoFactorQuery = defineQuery<undefined, TwoFactorUsers>({
  name: 'second-factors',
  load: async (call, _args, signal) => ({ factors: await orIfMissing(call(listSecondFactors, { signal }), undefined) }),
})
