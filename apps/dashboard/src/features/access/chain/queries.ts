import { getAccessRates } from '@mqdeck/contract'
import { defineQuery, orIfMissing, refreshIntervals } from '../../../api/index.ts'

/** Null if the broker keeps only the current rate, as EMQX does. */
export const accessRatesQuery = defineQuery({
  name: 'access-rates',
  load: (call, _: undefined, signal) => orIfMissing(call(getAccessRates, { signal }), null),
  poll: refreshIntervals.current,
})
