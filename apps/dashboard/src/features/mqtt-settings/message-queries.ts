import { type delayed, getDelayed, getRetainer, type retainer, type WireValue } from '@mqdeck/contract'
import { defineQuery } from '../../api/query.ts'

/** Settings of retained messages. Lists and forms share the answer. */
export const retainerQuery = defineQuery<undefined, WireValue<typeof retainer>>({
  name: 'retainer',
  load: (call, _args, signal) => call(getRetainer, { signal }),
})

/** Settings of delayed messages. */
export const delayedQuery = defineQuery<undefined, WireValue<typeof delayed>>({
  name: 'delayed-settings',
  load: (call, _args, signal) => call(getDelayed, { signal }),
})
